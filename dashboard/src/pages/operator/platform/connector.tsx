import { ApiError, api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { Actor, SubjectHistory } from '../names.tsx'
import { common } from '../words.ts'
import { capabilityTexts, limitsOf } from './capabilities.ts'
import { useConnectorAction } from './connector-actions.ts'

type Connector = Entry<'listConnectors'>

const texts = {
  en: {
    list: 'Connectors',
    open: 'Gets payments',
    paused: 'Paused',
    isDefault: 'It takes what no rule of routing sends elsewhere.',
    ruled: 'It gets the payments that rules of routing send to it.',
    pausedSince: 'It gets nothing new since',
    because: 'Paused by',
    cannot: 'What it cannot do',
    amounts: 'Amounts',
    minor: (least: string, most: string) => `${least} to ${most} in the smallest unit of the currency`,
    unresolved: 'Payments without a known outcome at this connector',
    routing: 'Rules of routing',
  },
  ro: {
    list: 'Conectori',
    open: 'Primește plăți',
    paused: 'În pauză',
    isDefault: 'Primește ce nicio regulă de rutare nu trimite în altă parte.',
    ruled: 'Primește plățile pe care i le trimit regulile de rutare.',
    pausedSince: 'Nu primește nimic nou din',
    because: 'Pus în pauză de',
    cannot: 'Ce nu poate',
    amounts: 'Sume',
    minor: (least: string, most: string) => `${least} până la ${most} în cea mai mică unitate a monedei`,
    unresolved: 'Plăți cu rezultat necunoscut la acest conector',
    routing: 'Reguli de rutare',
  },
} satisfies Texts<unknown>

export default function ConnectorPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const can = useTexts(capabilityTexts)
  const id = useThingId()
  const action = useConnectorAction()
  return (
    <DetailPage<Connector>
      detailKey={['connectors', id]}
      load={async (signal) => {
        const { data } = await bodyOf(api.GET('/connectors', { params: { query: { size: 100 } }, signal }))
        const found = data.find((one) => one.id === id)
        if (!found) throw new ApiError(404, {})
        return found
      }}
      parent={{ title: t.list, to: opAt('platform', 'connectors') }}
      id={id}
      heading={({ paused, isDefault }) => ({
        title: id,
        tab: id,
        badge: <Badge tone={paused ? 'wait' : 'good'}>{paused ? t.paused : t.open}</Badge>,
        sentence: paused ? (
          <>
            {t.pausedSince} <Time at={paused.since} />. {t.because} <Actor of={paused.by} />: “{paused.reason}”
          </>
        ) : isDefault ? (
          t.isDefault
        ) : (
          t.ruled
        ),
      })}
      actions={(connector) => [action(connector)]}
      main={() => <SubjectHistory type="connector" id={id} />}
      side={({ capabilities }) => (
        <Panel title={c.details}>
          <Facts
            of={[
              [t.cannot, limitsOf(capabilities, can).join('; ') || can.all],
              [t.amounts, t.minor(capabilities.minMinor, capabilities.maxMinor)],
            ]}
          />
          <p>
            <Link to={withSearch(opAt('reviews', 'uncertain'), { connector: id })}>{t.unresolved}</Link>
          </p>
          <p>
            <Link to={opAt('platform', 'routing')}>{t.routing}</Link>
          </p>
        </Panel>
      )}
    />
  )
}
