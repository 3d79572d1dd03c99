import { dossierWords } from '#words/dossier'
import type { DossierPage } from '../../jobs/store.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { Icon } from '../../ui/drawings/Icon.tsx'
import * as field from '../../ui/sheets/field.module.css'
import type { Choices } from './use-assembly.ts'
import * as styles from './DossierOptions.module.css'

const words = dossierWords.options
const sheets = ['as_is', 'a4', 'card'] as const
const weights = ['auto', 'jpeg', 'lossless'] as const
const megabytesMax = [0, 1, 2, 5] as const
const bytesPerMegabyte = 1_000_000
/** Both sides of a card. */
const cardPages = 2

/** What can be chosen, as the form holds it; the default is right without a look. */
export type Form = {
  /** Of the pages that are in it. */
  readonly pages: readonly string[]
  readonly title: string
  readonly sheet: (typeof sheets)[number]
  readonly weight: (typeof weights)[number]
  /** 0 for any weight. */
  readonly megabytes: (typeof megabytesMax)[number]
  readonly archive: boolean
  readonly text: boolean
}

export function defaultForm(pages: readonly DossierPage[]): Form {
  const plain = { sheet: 'as_is', weight: 'auto', megabytes: 0, archive: false, text: true } as const
  return { ...plain, title: '', pages: pages.map(({ id }) => id) }
}

export function toChoices({ title, sheet, weight, megabytes, archive, text, pages }: Form): Choices {
  const asCard = sheet === 'card' && pages.length === cardPages
  return {
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(megabytes > 0 && { max_bytes: megabytes * bytesPerMegabyte }),
    text,
    compression: weight,
    standard: archive ? 'pdfa-2b' : 'pdf',
    page_size: sheet === 'as_is' ? 'as_is' : 'a4',
    layout: asCard ? 'card' : 'pages',
  }
}

type OptionsProps = {
  readonly all: readonly DossierPage[]
  readonly form: Form
  readonly onChange: (form: Form) => void
  readonly open: boolean
}

export function DossierOptions({ all, form, onChange, open }: OptionsProps) {
  const set = (changed: Partial<Form>) => onChange({ ...form, ...changed })
  const offered = sheets.filter((name) => name !== 'card' || form.pages.length === cardPages)
  return (
    <details className={styles.options} open={open}>
      <summary>
        <Icon name="chevron" small /> {words.title}
      </summary>
      <div className={styles.body}>
        <label className={field.field}>
          <span>{words.name}</span>
          <input
            maxLength={200}
            value={form.title}
            onChange={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        </label>
        {all.length > 1 && <PageChoice all={all} chosen={form.pages} onChoose={(pages) => set({ pages })} />}
        <ChoiceChips
          legend={words.sheet}
          choices={offered.map((name) => [name, words.sheets[name]])}
          chosen={offered.includes(form.sheet) ? form.sheet : 'a4'}
          onChoose={(sheet) => set({ sheet })}
        />
        <ChoiceChips
          legend={words.weight}
          choices={weights.map((name) => [name, words.weights[name]])}
          chosen={form.weight}
          onChoose={(weight) => set({ weight })}
        />
        <ChoiceChips
          legend={words.most}
          choices={megabytesMax.map((megabytes) => [megabytes, words.mostOf(megabytes)])}
          chosen={form.megabytes}
          onChoose={(megabytes) => set({ megabytes })}
        />
        <Check label={words.text} checked={form.text} onChange={(text) => set({ text })} />
        <Check label={words.archive} checked={form.archive} onChange={(archive) => set({ archive })} />
      </div>
    </details>
  )
}

type CheckProps = {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (on: boolean) => void
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={field.check}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}

type PageChoiceProps = {
  readonly all: readonly DossierPage[]
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}

function PageChoice({ all, chosen, onChoose }: PageChoiceProps) {
  const set = (id: string, on: boolean) =>
    onChoose(all.map((page) => page.id).filter((one) => (one === id ? on : chosen.includes(one))))
  return (
    <fieldset className={field.field}>
      <legend>{words.pages(chosen.length, all.length)}</legend>
      <div className={styles.pages}>
        {all.map(({ id, name }) => (
          <Check key={id} label={name} checked={chosen.includes(id)} onChange={(on) => set(id, on)} />
        ))}
      </div>
    </fieldset>
  )
}
