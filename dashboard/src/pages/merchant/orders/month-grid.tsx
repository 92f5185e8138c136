import { useId } from 'react'
import { useLive } from '../../../api/live.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time, useZone, useZoneName } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { type Month, type MonthEntry, monthsOf, perRow } from './months.ts'

const texts = {
  en: {
    caption: (zone: string) => `What is billed next, by month (${zone})`,
    states: { planned: 'Planned', trial: 'Trial', owed: 'Owed', retry: 'Next try' },
    nothing: 'Nothing',
    later: (count: number) => (count === 1 ? 'One more bill is later.' : `${count} more bills are later.`),
  },
  ro: {
    caption: (zone: string) => `Ce se încasează în continuare, pe luni (${zone})`,
    states: { planned: 'Planificată', trial: 'Probă', owed: 'Datorată', retry: 'Se reîncearcă' },
    nothing: 'Nimic',
    later: (count: number) =>
      count === 1 ? 'Încă o încasare este mai târziu.' : `Încă ${count} încasări sunt mai târziu.`,
  },
} satisfies Texts<unknown>

const tones: Readonly<Record<MonthEntry['state'], Tone>> = {
  planned: 'neutral',
  trial: 'info',
  owed: 'bad',
  retry: 'wait',
}

type MonthGridProps = { next: Parameters<typeof monthsOf>[0]; currency: string }

/** Months, three in a row, each with what is billed in it. */
export function MonthGrid({ next, currency }: MonthGridProps) {
  const t = useTexts(texts)
  const me = useMe()
  const { asOf } = useLive()
  const { zone } = useZone()
  const zoneName = useZoneName()
  const { months, later } = monthsOf(next, { now: asOf ?? me.now, zone })
  const rows = Array.from({ length: months.length / perRow }, (_, row) =>
    months.slice(row * perRow, (row + 1) * perRow),
  )
  return (
    <>
      <table className="months">
        <caption className="meta">{t.caption(zoneName)}</caption>
        {rows.map((row) => (
          <MonthRow key={row[0]?.month} months={row} currency={currency} />
        ))}
      </table>
      {later > 0 && <p className="soft">{t.later(later)}</p>}
    </>
  )
}

/** Below the names of three months what is billed in them: each cell names its own month to a screen reader. */
function MonthRow({ months, currency }: { months: readonly Month[]; currency: string }) {
  const t = useTexts(texts)
  const id = useId()
  const { language } = useLanguage()
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <tbody>
      <tr>
        {months.map(({ month }) => (
          <th key={month} id={`${id}-${month}`} scope="col">
            {named.format(new Date(`${month}-01T00:00:00Z`))}
          </th>
        ))}
      </tr>
      <tr>
        {months.map(({ month, entries }) => (
          <td key={month} headers={`${id}-${month}`}>
            {entries.length === 0 && <span className="unseen">{t.nothing}</span>}
            {entries.map(({ key, at, amount, state }) => (
              <div key={key}>
                <Time at={at} how="day" /> <Money amount={amount} currency={currency} />{' '}
                <Badge tone={tones[state]}>{t.states[state]}</Badge>
              </div>
            ))}
          </td>
        ))}
      </tr>
    </tbody>
  )
}
