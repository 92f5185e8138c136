import { useLanguage } from '../../i18n/language.tsx'
import { Link } from '../link.tsx'

export type SortedBar = { key: string; name: string; count: number; to: string }

/** Parts of a whole by reason, the most frequent first, each with its number and a link to its list. */
export function SortedBars({ bars }: { bars: readonly SortedBar[] }) {
  const { language } = useLanguage()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul className="plain bars">
      {bars
        .toSorted((one, other) => other.count - one.count)
        .map(({ key, name, count, to }) => (
          <li key={key}>
            <Link to={to}>{name}</Link>
            <span className="number">{new Intl.NumberFormat(language).format(count)}</span>
            <span className="bar" style={{ width: `${(100 * count) / most}%` }} />
          </li>
        ))}
    </ul>
  )
}
