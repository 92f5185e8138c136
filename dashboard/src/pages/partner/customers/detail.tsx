import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { plural, type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { withSearch } from '../../../urls.ts'
import { sending, useGate } from '../../common/acting.tsx'
import { customerCalls, usePersonActions } from '../../common/personal-data.tsx'
import { useId, usePartner } from '../partner.ts'
import { Latest } from '../transactions/latest.tsx'
import { common } from '../words.ts'
import { AccountsPanel, CardsPanel, KycPanel } from './panels.tsx'
import { CustomerStatus, LoginWays } from './parts.tsx'

const texts = {
  en: {
    title: 'Customers',
    erased: 'Erased customer',
    login: 'Logs in with',
    sessions: 'Open sessions',
    topups: 'Topups',
    challenges: '3-D Secure challenges',
    more: 'More of this customer',
    end: 'End all sessions',
    endEffect: 'The customer is logged out everywhere now, and can log in again.',
    ended: { one: '# session was ended.', other: '# sessions were ended.' },
    none: 'The customer is not logged in anywhere.',
  },
  ro: {
    title: 'Clienți',
    erased: 'Client cu date șterse',
    login: 'Se autentifică cu',
    sessions: 'Sesiuni deschise',
    topups: 'Alimentări',
    challenges: 'Confirmări 3-D Secure',
    more: 'Mai multe despre acest client',
    end: 'Încheie toate sesiunile',
    endEffect: 'Clientul este deconectat acum de peste tot și se poate autentifica din nou.',
    ended: {
      one: '# sesiune a fost încheiată.',
      few: '# sesiuni au fost încheiate.',
      other: '# de sesiuni au fost încheiate.',
    },
    none: 'Clientul nu este autentificat nicăieri.',
  },
} satisfies Texts<unknown>

/** Everything about one customer on one page. */
export default function CustomerPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { language } = useLanguage()
  const gate = useGate()
  const reason = useReasonField()
  const id = useId()
  const { to } = usePartner()
  const actionsOf = usePersonActions()
  return (
    <DetailPage<Reply<'getCustomer'>>
      detailKey={['customer', id]}
      load={(signal) => bodyOf(api.GET('/customers/{customerId}', { params: { path: { customerId: id } }, signal }))}
      parent={{ title: t.title, to: to('customers') }}
      id={id}
      heading={({ status, erased }) => ({
        title: erased ? t.erased : c.customer,
        tab: `${c.customer} ${id}`,
        badge: <CustomerStatus status={status} />,
      })}
      actions={({ openSessions, erased }) => [
        {
          name: 'end',
          label: t.end,
          ...(openSessions === 0 && { whyNot: t.none }),
          ...gate('sessions:end'),
          spec: {
            title: t.end,
            fields: [reason],
            effect: t.endEffect,
            submit: t.end,
            isDangerous: true,
            run: (values, key) =>
              bodyOf(api.POST('/customers/{customerId}/end-sessions', sending({ customerId: id }, values, key))),
            after: (result) => <p>{plural(language, (result as { ended: number }).ended, t.ended)}</p>,
          },
        },
        ...actionsOf(customerCalls(id, erased)),
      ]}
      main={() => (
        <>
          <KycPanel customerId={id} />
          <AccountsPanel customerId={id} />
          <CardsPanel customerId={id} />
          <Latest of={{ customerId: id }} />
        </>
      )}
      side={(customer) => (
        <>
          <Panel title={c.details}>
            <Facts
              of={[
                [c.customer, <code key="id">{id}</code>],
                [t.login, <LoginWays key="login" of={customer} />],
                [t.sessions, String(customer.openSessions)],
                [c.created, <Time key="created" at={customer.createdAt} />],
              ]}
            />
          </Panel>
          <Panel title={t.more}>
            <ul className="plain">
              <li>
                <Link to={withSearch(to('topups'), { customerId: id })}>{t.topups}</Link>
              </li>
              <li>
                <Link to={withSearch(to('transactions', 'challenges'), { customerId: id })}>{t.challenges}</Link>
              </li>
            </ul>
          </Panel>
        </>
      )}
    />
  )
}
