import { useLanguage } from '../../i18n/language.tsx'

/** How many went on from step to step: three bars of one scale, in the order of the steps. */
export function FunnelChart({ steps }: { steps: readonly { name: string; count: number }[] }) {
  const { language } = useLanguage()
  const first = Math.max(1, steps[0]?.count ?? 1)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <ol className="plain bars">
      {steps.map(({ name, count }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="number">
            {new Intl.NumberFormat(language).format(count)} ({share.format(count / first)})
          </span>
          <span className="bar" style={{ width: `${(100 * count) / first}%` }} />
        </li>
      ))}
    </ol>
  )
}
