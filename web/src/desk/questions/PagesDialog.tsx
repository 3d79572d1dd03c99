import { useState } from 'react'
import { camscanWords } from '#words/camscan'
import { QuestionDialog } from '../../ui/QuestionDialog.tsx'
import type { PagesQuestion } from '../../jobs/runner.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './PagesDialog.module.css'

type PagesProps = PagesQuestion & { readonly answer: (pages: readonly number[]) => void }

const words = camscanWords.pages
const wayStyle = classes(button.secondary, button.small)

/** Which pages of a file to straighten, and their price. Born-digital pages start unselected. */
export function PagesDialog({ name, type, pages, credits, answer }: PagesProps) {
  const numbers = pages.map((_, index) => index + 1)
  const isDigital = (page: number) => pages[page - 1]?.kind === 'digital'
  const digital = numbers.filter(isDigital).length
  const [chosen, setChosen] = useState(() => numbers.filter((page) => !isDigital(page)).slice(0, credits))
  const toggle = (page: number) =>
    setChosen((now) =>
      now.includes(page) ? now.filter((other) => other !== page) : [...now, page].toSorted((a, b) => a - b),
    )
  return (
    <QuestionDialog
      title={words.title(pages.length, type)}
      text={words.text(name, credits)}
      onCancel={() => answer([])}
      details={
        <fieldset className={styles.pages}>
          <legend>{words.choose}</legend>
          {digital > 0 && <p>{words.digital(digital)}</p>}
          <div className={styles.ways}>
            <button type="button" className={wayStyle} onClick={() => setChosen(numbers)}>
              {words.all}
            </button>
            <button type="button" className={wayStyle} onClick={() => setChosen([])}>
              {words.none}
            </button>
          </div>
          <div className={styles.grid}>
            {numbers.map((page) => (
              <label key={page} title={words.page(page, isDigital(page))}>
                <input
                  type="checkbox"
                  className={prose.unseen}
                  aria-label={words.page(page, isDigital(page))}
                  checked={chosen.includes(page)}
                  onChange={() => toggle(page)}
                />
                <span className={isDigital(page) ? styles.digital : undefined}>{page}</span>
              </label>
            ))}
          </div>
          <p role="status">{chosen.length > credits && words.over(credits)}</p>
        </fieldset>
      }
    >
      <button
        type="button"
        className={button.primary}
        disabled={chosen.length === 0 || chosen.length > credits}
        onClick={() => answer(chosen)}
      >
        {words.confirm(chosen.length)}
      </button>
    </QuestionDialog>
  )
}
