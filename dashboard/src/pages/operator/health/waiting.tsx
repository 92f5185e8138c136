import { plural, type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useAge } from '../../../parts/age.tsx'
import { Time } from '../../../parts/time.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at, withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { MerchantLink, PartnerLink, SiteName, useNamed } from '../names.tsx'
import type { Health } from './health.tsx'

type Parked = Health['parked'][number]

const texts = {
  en: {
    due: 'Work that is due',
    work: 'Work',
    count: 'Due',
    oldest: 'Oldest since',
    nothing: 'Nothing is due: the workers keep up.',
    rest: { one: '# other kind of work has nothing due.', other: '# other kinds of work have nothing due.' },
    more: (count: string) => `over ${count}`,
    parked: 'Parked: given up until a person sends it again',
    none: 'Nothing is parked.',
    what: 'What',
    whose: 'Whose',
    kinds: {
      notifications: 'Notifications to a store',
      emails: 'E-mails to shoppers',
      events: 'Events to a partner',
      customerEmails: 'E-mails to customers of a partner',
      staffEmails: 'E-mails to staff of a merchant',
    },
  },
  ro: {
    due: 'Lucrări scadente',
    work: 'Lucrare',
    count: 'Scadente',
    oldest: 'Cea mai veche din',
    nothing: 'Nimic nu este scadent: procesele țin pasul.',
    rest: {
      one: '# alt fel de lucrare nu are nimic scadent.',
      few: '# alte feluri de lucrări nu au nimic scadent.',
      other: '# de alte feluri de lucrări nu au nimic scadent.',
    },
    more: (count: string) => `peste ${count}`,
    parked: 'Oprite: abandonate până le retrimite o persoană',
    none: 'Nimic nu este oprit.',
    what: 'Ce',
    whose: 'Ale cui',
    kinds: {
      notifications: 'Notificări către un magazin',
      emails: 'E-mailuri către cumpărători',
      events: 'Evenimente către un partener',
      customerEmails: 'E-mailuri către clienții unui partener',
      staffEmails: 'E-mailuri către personalul unui comerciant',
    },
  },
} satisfies Texts<unknown>

/** Due work by its age: what is late shows first. */
export function DuePanel({ of: { due, at: now, countedMax } }: { of: Health }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const age = useAge()
  const late = due
    .filter(({ oldestAt }) => oldestAt !== undefined)
    .toSorted((one, other) => one.oldestAt!.localeCompare(other.oldestAt!))
  const number = new Intl.NumberFormat(language)
  return (
    <Panel title={t.due}>
      {late.length === 0 ? (
        <p className="soft">{t.nothing}</p>
      ) : (
        <>
          <SmallTable
            title={t.due}
            heads={[t.work, { end: t.count }, t.oldest]}
            rows={late.map(({ work, count, oldestAt }) => ({
              key: work,
              cells: [
                work,
                count >= countedMax ? t.more(number.format(countedMax)) : number.format(count),
                <span key="oldest">
                  <Time at={oldestAt!} /> <span className="meta">({age(oldestAt!, now)})</span>
                </span>,
              ],
            }))}
          />
          <p className="meta">{plural(language, due.length - late.length, t.rest)}</p>
        </>
      )}
    </Panel>
  )
}

/** What was given up, by its owner, with the way to the list where it is sent again. */
export function ParkedPanel({ of: { parked, at: now } }: { of: Health }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const age = useAge()
  return (
    <Panel title={t.parked}>
      {parked.length === 0 ? (
        <p className="soft">{t.none}</p>
      ) : (
        <SmallTable
          title={t.parked}
          heads={[t.what, t.whose, { end: t.count }, t.oldest]}
          rows={parked.map((one) => ({
            key: `${one.kind} ${one.ownerId}`,
            cells: [
              t.kinds[one.kind],
              <Owner key="owner" of={one} />,
              <Count key="count" of={one} text={new Intl.NumberFormat(language).format(one.count)} />,
              <span key="oldest">
                <Time at={one.oldestAt} /> <span className="meta">({age(one.oldestAt, now)})</span>
              </span>,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function Owner({ of: { kind, ownerId } }: { of: Parked }) {
  if (kind === 'staffEmails') return <MerchantLink id={ownerId} />
  return kind === 'events' || kind === 'customerEmails' ? <PartnerLink id={ownerId} /> : <SiteName id={ownerId} />
}

const mailKinds: Partial<Record<Parked['kind'], string>> = {
  emails: 'shoppers',
  customerEmails: 'customers',
  staffEmails: 'staff',
}

/** The number leads to the list, where there is one. */
function Count({ of: { kind, ownerId }, text }: { of: Parked; text: string }) {
  const sites = useNamed('sites')
  if (kind === 'events')
    return (
      <Link to={withSearch(at({ kind: 'partner', id: ownerId }, 'webhooks', 'events'), { status: 'parked' })}>
        {text}
      </Link>
    )
  const mailTo = mailKinds[kind]
  if (mailTo !== undefined) return <Link to={withSearch(opAt('platform', 'mail'), { to: mailTo })}>{text}</Link>
  const site = sites.find(({ id }) => String(id) === ownerId) as { merchantId?: string | number } | undefined
  if (kind !== 'notifications' || site?.merchantId === undefined) return <>{text}</>
  const merchant = { kind: 'merchant', id: String(site.merchantId) } as const
  return <Link to={withSearch(at(merchant, 'notifications'), { siteId: ownerId, status: 'parked' })}>{text}</Link>
}
