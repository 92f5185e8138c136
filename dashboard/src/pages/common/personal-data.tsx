import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../api/client.ts'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { useReasonField } from '../../parts/reason.ts'
import { Time } from '../../parts/time.tsx'
import type { Action } from '../../ui/detail-page.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { sending, useGate, useWaiting } from './acting.tsx'

const texts = {
  en: {
    export: 'Export data',
    exportEffect: 'Everything that is held of this customer, as one file. The audit says who has exported it.',
    erase: 'Erase',
    cannot: 'Not possible yet, because something is open:',
    goes: 'Erased now, for good:',
    stays: 'Kept, because a duty says so:',
    nothing: 'Nothing is left to erase.',
    until: 'until',
    rows: (count: number) => `${count} ×`,
    isErased: 'This customer is erased already.',
  },
  ro: {
    export: 'Exportă datele',
    exportEffect: 'Tot ce se păstrează despre acest client, într-un fișier. Auditul arată cine l-a exportat.',
    erase: 'Șterge datele',
    cannot: 'Încă nu se poate, pentru că ceva este deschis:',
    goes: 'Se șterg acum, definitiv:',
    stays: 'Se păstrează, pentru că o obligație o cere:',
    nothing: 'Nu mai este nimic de șters.',
    until: 'până la',
    rows: (count: number) => `${count} ×`,
    isErased: 'Datele acestui client sunt deja șterse.',
  },
} satisfies Texts<unknown>

/** What a person calls the places where something is kept, by the first word of the table. */
const places: Texts<Readonly<Record<string, string>>> = {
  en: {
    shoppers: 'Name, contact and stored cards',
    orders: 'Orders',
    payments: 'Payments',
    checkout: 'Payment pages',
    notifications: 'Notifications',
    emails: 'E-mails',
    links: 'Payment links',
    invoices: 'Invoices',
    disputes: 'Disputes',
    velocity: 'Blocks',
    sandbox_mailbox: 'Test mailbox',
    holders: 'Login and contact',
    kyc: 'KYC answers',
    documents: 'Documents',
    screening: 'Screening',
    cards: 'Cards',
    topups: 'Topups',
    chargebacks: 'Card disputes',
    directory: 'Audit',
  },
  ro: {
    shoppers: 'Nume, contact și carduri salvate',
    orders: 'Comenzi',
    payments: 'Plăți',
    checkout: 'Pagini de plată',
    notifications: 'Notificări',
    emails: 'E-mailuri',
    links: 'Linkuri de plată',
    invoices: 'Facturi',
    disputes: 'Dispute',
    velocity: 'Blocări',
    sandbox_mailbox: 'Căsuța de test',
    holders: 'Autentificare și contact',
    kyc: 'Răspunsuri KYC',
    documents: 'Documente',
    screening: 'Screening',
    cards: 'Carduri',
    topups: 'Alimentări',
    chargebacks: 'Dispute de card',
    directory: 'Audit',
  },
}

type Plan = Reply<'planShopperErasure'>

const duties = {
  en: {
    accounts: 'tax law',
    books: 'part of the books',
    identity: 'law against money laundering',
    security: 'security and later disputes',
    'short-lived': 'deleted by itself soon',
  },
  ro: {
    accounts: 'legea fiscală',
    books: 'parte din contabilitate',
    identity: 'legea privind spălarea banilor',
    security: 'securitate și dispute ulterioare',
    'short-lived': 'se șterge singur în curând',
  },
} satisfies Texts<Record<Plan['stays'][number]['duty'], string>>

/** Customers of stores and of partners have the same three calls, under their own addresses. */
export type PersonCalls = {
  id: string
  isErased: boolean
  export(): Promise<string>
  plan(signal: AbortSignal): Promise<Plan>
  erase(values: object, key: string): Promise<unknown>
}

/** Export what is held of a customer, and erase it: requests under the GDPR. */
export function usePersonActions(): (calls: PersonCalls) => Action[] {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  const after = useWaiting()
  return ({ id, isErased, ...calls }) => [
    {
      name: 'exportData',
      label: t.export,
      ...gate('persons:export'),
      spec: {
        title: t.export,
        fields: [],
        effect: t.exportEffect,
        submit: t.export,
        run: async () => saveAs(`personal-data-${id}.json`, await calls.export()),
      },
    },
    {
      name: 'erase',
      label: t.erase,
      ...(isErased && { whyNot: t.isErased }),
      ...gate('persons:erase'),
      spec: {
        title: t.erase,
        fields: [reason],
        effect: <ErasurePlan id={id} plan={calls.plan} />,
        submit: t.erase,
        isDangerous: true,
        typed: id,
        run: (values, key) => calls.erase(values, key),
        after,
      },
    },
  ]
}

/** Of a customer of a store. */
export const shopperCalls = (id: string, isErased: boolean): PersonCalls => {
  const params = { path: { shopperId: id } } as never
  return {
    id,
    isErased,
    export: async () =>
      (await bodyOf(api.GET('/shoppers/{shopperId}/personal-data', { params, parseAs: 'text' }))) as string,
    plan: (signal) => bodyOf(api.GET('/shoppers/{shopperId}/erasure', { params, signal })),
    erase: (values, key) => bodyOf(api.POST('/shoppers/{shopperId}/erase', sending({ shopperId: id }, values, key))),
  }
}

/** Of a customer of a partner. */
export const customerCalls = (id: string, isErased: boolean): PersonCalls => {
  const params = { path: { customerId: id } } as never
  return {
    id,
    isErased,
    export: async () =>
      (await bodyOf(api.GET('/customers/{customerId}/personal-data', { params, parseAs: 'text' }))) as string,
    plan: (signal) => bodyOf(api.GET('/customers/{customerId}/erasure', { params, signal })),
    erase: (values, key) => bodyOf(api.POST('/customers/{customerId}/erase', sending({ customerId: id }, values, key))),
  }
}

/** What goes and what stays, read when the dialog is opened. */
function ErasurePlan({ id, plan }: { id: string; plan: PersonCalls['plan'] }) {
  const t = useTexts(texts)
  const named = useTexts(places)
  const duty = useTexts(duties)
  const { data, error, refetch } = useQuery({ queryKey: ['erasure', id], queryFn: ({ signal }) => plan(signal) })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={4} />
  const placeOf = (table: string) => named[table.replace(/\..*/, '')] ?? table
  const goes = [...Map.groupBy(data.goes, ({ table }) => placeOf(table))]
  return (
    <div className="stack">
      {data.open.length > 0 && (
        <div className="notice bad" role="alert">
          <span>
            {t.cannot} {data.open.join(', ')}
          </span>
        </div>
      )}
      {goes.length === 0 ? <p>{t.nothing}</p> : <p>{t.goes}</p>}
      <ul>
        {goes.map(([place, parts]) => (
          <li key={place}>
            {place}: {t.rows(Math.max(...parts.map(({ rows }) => rows)))}
          </li>
        ))}
      </ul>
      {data.stays.length > 0 && <p>{t.stays}</p>}
      <ul>
        {data.stays.map(({ table, duty: why, columns, until }) => (
          <li key={`${table} ${columns.join()}`}>
            {placeOf(table)}: {duty[why]}
            {until !== undefined && (
              <>
                , {t.until} <Time at={until} how="day" />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
