/** Visible part of the window: below the sticky bars and above the phone's bottom bar. */
export function sightOf(): { readonly top: number; readonly bottom: number } {
  const bars = ['header', '[data-toolbar]'].map((bar) => document.querySelector(bar)?.getBoundingClientRect())
  const phoneBar = document.querySelector('[data-phone-bar]')?.getBoundingClientRect()
  return {
    top: Math.max(0, ...bars.map((box) => (box !== undefined && box.top <= stuckPx ? box.bottom : 0))),
    bottom: phoneBar?.height ? phoneBar.top : window.innerHeight,
  }
}

/** Sticky bars stick at or above this line, the height of the top bar. */
const stuckPx = 64

/** Scrolls just enough to show a box at window position `top`. */
export function bringIntoSight(top: number, height: number): void {
  const sight = sightOf()
  if (top < sight.top) window.scrollBy(0, top - sight.top)
  else if (top + height > sight.bottom)
    window.scrollBy(0, Math.min(top - sight.top, top + height - sight.bottom))
}
