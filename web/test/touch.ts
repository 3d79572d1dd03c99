import type { Locator, Page } from 'playwright-core'

type Stroke = {
  /** Start of the touch relative to the middle of `on`, and its distance, in CSS pixels. */
  readonly past: readonly [number, number]
  readonly by: readonly [number, number]
  /** How long the finger rests before it moves. */
  readonly staysMs?: number
  /** Looks at the page before the finger is lifted. */
  readonly beforeEnd?: () => Promise<void>
}

/** Drags a finger with real touch input: the browser decides whether the page scrolls or an element gets it. */
export async function dragFinger(
  page: Page,
  on: Locator,
  { past, by, staysMs = 0, beforeEnd }: Stroke,
): Promise<void> {
  const box = await on.boundingBox()
  if (box === null) throw new Error('nothing to touch')
  const x = box.x + box.width / 2 + past[0]
  const y = box.y + box.height / 2 + past[1]
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await page.waitForTimeout(staysMs)
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const touchPoints = [{ x: x + by[0] * share, y: y + by[1] * share }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await beforeEnd?.()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
