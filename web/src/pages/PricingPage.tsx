import { fr } from '../messages.fr.ts'
import '../styles/pages.css'
import { PageTitle } from './PageTitle.tsx'

const packs = [
  { id: 'pack100', credits: 100, euros: 5, cents: '5,00' },
  { id: 'pack200', credits: 200, euros: 8, cents: '4,00' },
  { id: 'pack300', credits: 300, euros: 10, cents: '3,33' },
] as const

export default function PricingPage() {
  return (
    <div className="wrap">
      <div className="page-h">
        <div>
          <PageTitle title={fr.pricing.documentTitle}>{fr.pricing.title}</PageTitle>
          <p>{fr.pricing.lead}</p>
          <p className="honest">{fr.pricing.notOpen}</p>
        </div>
      </div>
      <div className="packs cross">
        {packs.map((pack) => (
          <Pack key={pack.id} {...pack} />
        ))}
      </div>
      <div className="qa">
        <div>
          <b>{fr.pricing.costs}</b>
          <p>{fr.pricing.costsText}</p>
        </div>
        <div>
          <b>{fr.pricing.free}</b>
          <p>{fr.pricing.freeText}</p>
        </div>
      </div>
    </div>
  )
}

/** A pack is a field of exactly its credits, ten high, so that its width is its quantity. */
function Pack({ id, credits, euros, cents }: (typeof packs)[number]) {
  const columns = credits / 10
  const width = columns * 11 - 3
  const squares = Array.from({ length: credits }, (_, index) => {
    return `M${Math.floor(index / 10) * 11} ${(index % 10) * 11}h8v8h-8z`
  })
  return (
    <section className="pack">
      <div className="hd">
        <h2>{fr.pricing.credits(credits)}</h2>
        <span className={id === 'pack200' ? 'tag best' : 'tag'}>{fr.pricing.badges[id]}</span>
      </div>
      <svg className="field-c" width={width} viewBox={`0 0 ${width} 107`} aria-hidden="true">
        <path d={squares.join('')} fill="var(--accent)" />
      </svg>
      <svg className="dim" width={width} viewBox={`0 0 ${width} 22`} aria-hidden="true">
        <path d={`M.5 0v14M${width - 0.5} 0v14M0 8H${width}M-3 11l6-6M${width - 3.5} 11l6-6`} />
        <rect x={width / 2 - 18} width="36" height="16" fill="var(--surface)" />
        <text x={width / 2} y="12">
          {credits}
        </text>
      </svg>
      <p className="price">
        {euros}
        <small>€</small>
      </p>
      <p className="per">{fr.pricing.perImage(cents)}</p>
    </section>
  )
}
