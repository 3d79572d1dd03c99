import { accessibility } from '#words/legal/accessibility'
import { cookies } from '#words/legal/cookies'
import type { LegalText } from '../legal/legal-text.ts'
import { LegalSections, Prose } from '../legal/LegalSections.tsx'
import { notice } from '#words/legal/notice'
import { privacy } from '#words/legal/privacy'
import { terms } from '#words/legal/terms'
import { PageTitle } from '../shell/PageTitle.tsx'
import * as layout from '../ui/sheets/layout.module.css'

const texts = { notice, terms, privacy, cookies, accessibility } satisfies Record<string, LegalText>

export default function LegalPage({ text }: { text: keyof typeof texts }) {
  const { title, lead } = texts[text]
  return (
    <div className={layout.column}>
      <div className={layout.pageHead}>
        <div>
          <PageTitle title={title}>{title}</PageTitle>
          <p>
            <Prose text={lead} />
          </p>
        </div>
      </div>
      <LegalSections text={texts[text]} />
    </div>
  )
}
