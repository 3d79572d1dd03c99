/* oxlint-disable max-lines */
// Written by `npm run class-types` from the style sheets beside the components.

declare module '*/AccountData.module.css' {
  export const data: string
}

declare module '*/SignIn.module.css' {
  export const setSquare: string
  export const ticks: string
  export const sheet: string
  export const words: string
  export const drawing: string
  export const news: string
  export const failure: string
  export const note: string
}

declare module '*/Balance.module.css' {
  export const balance: string
  export const credits: string
  export const due: string
  export const note: string
}

declare module '*/Movements.module.css' {
  export const more: string
  export const movements: string
}

declare module '*/PurchaseNotice.module.css' {
  export const notice: string
}

declare module '*/Purchases.module.css' {
  export const list: string
}

declare module '*/details.module.css' {
  export const details: string
  export const actions: string
  export const note: string
  export const key: string
}

declare module '*/KeyBlock.module.css' {
  export const key: string
  export const note: string
}

declare module '*/KeyForm.module.css' {
  export const form: string
  export const scope: string
}

declare module '*/KeyUsage.module.css' {
  export const choices: string
  export const figures: string
  export const totals: string
  export const end: string
}

declare module '*/NamedKeys.module.css' {
  export const list: string
  export const actions: string
  export const none: string
  export const add: string
}

declare module '*/ShownKey.module.css' {
  export const secret: string
}

declare module '*/UsageChart.module.css' {
  export const chart: string
}

declare module '*/Webhooks.module.css' {
  export const webhooks: string
  export const text: string
  export const add: string
  export const card: string
  export const head: string
  export const actions: string
  export const note: string
  export const secret: string
  export const log: string
}

declare module '*/withdrawal.module.css' {
  export const withdrawal: string
  export const choice: string
  export const actions: string
  export const receipt: string
}

declare module '*/ApiPanel.module.css' {
  export const panel: string
  export const columns: string
  export const column: string
}

declare module '*/Documents.module.css' {
  export const documents: string
}

declare module '*/Figures.module.css' {
  export const figures: string
}

declare module '*/FolderCard.module.css' {
  export const pages: string
}

declare module '*/JobActions.module.css' {
  export const download: string
  export const formats: string
  export const main: string
}

declare module '*/JobCard.module.css' {
  export const card: string
  export const body: string
  export const head: string
  export const title: string
  export const rename: string
  export const measures: string
  export const message: string
  export const failure: string
  export const actions: string
  export const end: string
  export const folder: string
  export const remove: string
}

declare module '*/PasswordForm.module.css' {
  export const form: string
  export const row: string
  export const field: string
  export const open: string
}

declare module '*/Renderings.module.css' {
  export const renderings: string
}

declare module '*/StepRail.module.css' {
  export const label: string
  export const rail: string
  export const step: string
  export const bar: string
  export const open: string
}

declare module '*/Trace.module.css' {
  export const trace: string
  export const casing: string
  export const dashed: string
}

declare module '*/PreviewDialog.module.css' {
  export const dialog: string
  export const body: string
  export const icon: string
  export const head: string
  export const foot: string
  export const position: string
  export const zoom: string
  export const content: string
  export const withText: string
  export const panes: string
  export const pane: string
  export const loading: string
  export const picture: string
  export const previous: string
  export const next: string
}

declare module '*/Previews.module.css' {
  export const preview: string
  export const mat: string
  export const missing: string
  export const chip: string
  export const caption: string
  export const photo: string
}

declare module '*/RenderedPicture.module.css' {
  export const page: string
  export const across: string
}

declare module '*/Squaring.module.css' {
  export const squaring: string
}

declare module '*/TextPane.module.css' {
  export const pane: string
  export const head: string
  export const state: string
  export const text: string
}

declare module '*/CornerEditor.module.css' {
  export const editor: string
  export const head: string
  export const file: string
  export const close: string
  export const steps: string
  export const foot: string
  export const main: string
  export const apply: string
}

declare module '*/CornersDialog.module.css' {
  export const dialog: string
  export const waiting: string
}

declare module '*/Loupe.module.css' {
  export const loupe: string
  export const trace: string
  export const aim: string
  export const hair: string
  export const hairCasing: string
  export const magnification: string
}

declare module '*/SidePanel.module.css' {
  export const panel: string
  export const live: string
  export const fold: string
  export const sections: string
  export const section: string
  export const reason: string
  export const others: string
  export const corners: string
  export const corner: string
  export const nudge: string
  export const tip: string
  export const pad: string
  export const keys: string
  export const price: string
  export const wideOnly: string
}

declare module '*/Stage.module.css' {
  export const stage: string
  export const photo: string
  export const outside: string
  export const edge: string
  export const edgeCasing: string
  export const detected: string
  export const chosen: string
  export const fault: string
}

declare module '*/Toolbar.module.css' {
  export const toolbar: string
  export const separator: string
  export const format: string
  export const square: string
}

declare module '*/AllPages.module.css' {
  export const all: string
}

declare module '*/DropZone.module.css' {
  export const zone: string
  export const actions: string
  export const hint: string
  export const slim: string
}

declare module '*/EmptyDesk.module.css' {
  export const empty: string
  export const title: string
  export const steps: string
  export const samples: string
  export const row: string
}

declare module '*/FilesDialog.module.css' {
  export const list: string
  export const name: string
  export const picture: string
  export const ways: string
  export const wide: string
  export const all: string
}

declare module '*/JobList.module.css' {
  export const list: string
}

declare module '*/OptionsPanel.module.css' {
  export const options: string
  export const body: string
  export const hint: string
  export const slim: string
}

declare module '*/RefusedFiles.module.css' {
  export const refused: string
}

declare module '*/DossierDialog.module.css' {
  export const dossier: string
  export const progress: string
  export const bar: string
  export const state: string
  export const without: string
}

declare module '*/DossierOptions.module.css' {
  export const options: string
  export const body: string
  export const pages: string
}

declare module '*/PagesDialog.module.css' {
  export const pages: string
  export const ways: string
  export const grid: string
  export const digital: string
}

declare module '*/Paywall.module.css' {
  export const full: string
  export const kept: string
  export const note: string
  export const offer: string
  export const squares: string
  export const left: string
}

declare module '*/Questions.module.css' {
  export const name: string
}

declare module '*/WithoutResult.module.css' {
  export const without: string
}

declare module '*/Sheet.module.css' {
  export const sheet: string
  export const least: string
}

declare module '*/Tile.module.css' {
  export const tile: string
  export const head: string
  export const handle: string
  export const picture: string
  export const words: string
  export const photo: string
  export const name: string
  export const facts: string
  export const action: string
}

declare module '*/TileDialog.module.css' {
  export const dialog: string
  export const body: string
  export const head: string
  export const close: string
}

declare module '*/BatchActions.module.css' {
  export const actions: string
}

declare module '*/CamscanToolbar.module.css' {
  export const toolbar: string
  export const row: string
  export const title: string
  export const bulk: string
  export const filters: string
  export const view: string
  export const progress: string
  export const bar: string
  export const clean: string
}

declare module '*/ExportMenu.module.css' {
  export const exports: string
}

declare module '*/PhoneBar.module.css' {
  export const phoneBar: string
  export const camera: string
}

declare module '*/Demonstration.module.css' {
  export const demonstration: string
  export const stage: string
  export const desk: string
  export const plan: string
  export const sheet: string
  export const shade: string
  export const light: string
  export const drawing: string
  export const casing: string
  export const outline: string
  export const handle: string
  export const goal: string
  export const way: string
  export const tag: string
  export const measure: string
  export const measures: string
  export const setSquare: string
  export const ticks: string
  export const arriving: string
  export const controls: string
  export const verdict: string
  export const long: string
}

declare module '*/LegalSections.module.css' {
  export const page: string
  export const contents: string
  export const sections: string
  export const detail: string
  export const note: string
}

declare module '*/AccountPage.module.css' {
  export const columns: string
  export const again: string
}

declare module '*/ApiPage.module.css' {
  export const chapters: string
  export const cost: string
}

declare module '*/CamscanPage.module.css' {
  export const message: string
  export const overlay: string
  export const busy: string
}

declare module '*/HomePage.module.css' {
  export const hero: string
  export const intro: string
  export const promise: string
  export const choose: string
  export const actions: string
  export const overlay: string
  export const note: string
  export const band: string
  export const split: string
  export const tools: string
  export const tool: string
  export const film: string
  export const text: string
  export const open: string
  export const facts: string
  export const more: string
}

declare module '*/NotFoundPage.module.css' {
  export const page: string
}

declare module '*/PricingPage.module.css' {
  export const debt: string
  export const packs: string
  export const pack: string
  export const head: string
  export const tag: string
  export const best: string
  export const dimension: string
  export const price: string
  export const perImage: string
  export const questions: string
  export const credits: string
}

declare module '*/Changelog.module.css' {
  export const links: string
  export const page: string
}

declare module '*/Contents.module.css' {
  export const contents: string
  export const path: string
  export const search: string
}

declare module '*/OperationSection.module.css' {
  export const operation: string
  export const method: string
  export const text: string
  export const status: string
}

declare module '*/Reference.module.css' {
  export const links: string
  export const wide: string
  export const page: string
  export const content: string
  export const open: string
}

declare module '*/Samples.module.css' {
  export const samples: string
  export const frame: string
  export const second: string
  export const reply: string
}

declare module '*/Table.module.css' {
  export const scroll: string
  export const table: string
}

declare module '*/Verifying.module.css' {
  export const programs: string
}

declare module '*/Footer.module.css' {
  export const footer: string
  export const cells: string
  export const cell: string
  export const language: string
  export const logo: string
  export const about: string
  export const year: string
}

declare module '*/Layout.module.css' {
  export const offline: string
  export const staging: string
  export const arriving: string
  export const ended: string
  export const read: string
}

declare module '*/PhoneMenu.module.css' {
  export const menu: string
  export const legal: string
}

declare module '*/TopBar.module.css' {
  export const navigation: string
  export const menu: string
  export const account: string
  export const person: string
  export const guest: string
  export const balance: string
  export const burger: string
}

declare module '*/base.css' {}

declare module '*/print.css' {}

declare module '*/tokens.css' {}

declare module '*/ChoiceChips.module.css' {
  export const chips: string
}

declare module '*/CopyButton.module.css' {
  export const copied: string
}

declare module '*/Dialog.module.css' {
  export const dialog: string
  export const close: string
  export const answers: string
  export const question: string
  export const sentence: string
  export const cancel: string
}

declare module '*/Menu.module.css' {
  export const menu: string
  export const opener: string
}

declare module '*/StatusBadge.module.css' {
  export const badge: string
}

declare module '*/ThemeSwitch.module.css' {
  export const themes: string
}

declare module '*/Glyph.module.css' {
  export const running: string
}

declare module '*/Icon.module.css' {
  export const icon: string
  export const small: string
}

declare module '*/Logo.module.css' {
  export const link: string
  export const accent: string
  export const letters: string
}

declare module '*/figures.module.css' {
  export const frame: string
  export const accent: string
  export const sheet: string
  export const far: string
  export const fine: string
  export const lines: string
  export const handle: string
  export const construction: string
  export const figure: string
}

declare module '*/Notices.module.css' {
  export const loader: string
  export const text: string
  export const count: string
  export const leaf: string
  export const progress: string
}

declare module '*/bar.module.css' {
  export const bar: string
  export const row: string
}

declare module '*/button.module.css' {
  export const plain: string
  export const primary: string
  export const danger: string
  export const secondary: string
  export const ghost: string
  export const large: string
  export const small: string
  export const square: string
  export const wide: string
}

declare module '*/credit.module.css' {
  export const square: string
  export const cost: string
}

declare module '*/field.module.css' {
  export const field: string
  export const check: string
}

declare module '*/layout.module.css' {
  export const column: string
  export const skip: string
  export const crossed: string
  export const pageHead: string
  export const wideOnly: string
  export const phoneOnly: string
}

declare module '*/progress.module.css' {
  export const progress: string
}

declare module '*/prose.module.css' {
  export const mono: string
  export const muted: string
  export const faint: string
  export const lead: string
  export const unseen: string
  export const link: string
  export const remark: string
}

declare module '*/sample.module.css' {
  export const frame: string
  export const bar: string
  export const note: string
  export const end: string
}

declare module '*/status.module.css' {
  export const status: string
}

declare module '*/table.module.css' {
  export const table: string
  export const number: string
}
