import { accessibility } from '../legal/accessibility.fr.ts'
import { cookies } from '../legal/cookies.fr.ts'
import type { LegalText } from '../legal/legal-text.ts'
import { LegalSections, Prose } from '../legal/LegalSections.tsx'
import { notice } from '../legal/notice.fr.ts'
import { privacy } from '../legal/privacy.fr.ts'
import { terms } from '../legal/terms.fr.ts'
import { PageTitle } from './PageTitle.tsx'
import * as layout from '../ui/layout.module.css'

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
