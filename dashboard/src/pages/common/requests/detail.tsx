import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { readable } from '../../../ui/json-text.ts'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { at, type Scope } from '../../../urls.ts'
import { curlOf } from './curl.ts'
import { HttpStatus } from './status.tsx'
import { requestTexts } from './texts.ts'

type Request = Reply<'getRequest'>

/** One request: what was wrong with it, what was sent, and what was replied. */
export default function RequestPage() {
  const t = useTexts(requestTexts)
  const id = useThingId()
  const { scope } = useScope()
  return (
    <DetailPage<Request>
      detailKey={['request', id]}
      load={(signal) => bodyOf(api.GET('/requests/{requestId}', { params: { path: { requestId: id } }, signal }))}
      parent={{ title: t.title, to: at(scope, 'developers', 'requests') }}
      id={id}
      heading={({ method, path, status, message }) => ({
        title: (
          <code>
            {method} {path}
          </code>
        ),
        tab: `${method} ${path} · ${status}`,
        badge: <HttpStatus status={status} />,
        sentence: message ?? (status < 400 ? t.ok(status) : status < 500 ? t.refused(status) : t.failed(status)),
      })}
      main={(request) => (
        <>
          <Wrong request={request} />
          <Panel
            title={t.sent}
            actions={<CopyButton text={curlOf(request, window.location.origin)}>{t.curl}</CopyButton>}
          >
            <p className="soft">{t.hidden}</p>
            {request.body ? <CodeBlock text={readable(request.body)} /> : <p>{t.noBody}</p>}
          </Panel>
          <Panel title={t.reply}>
            {request.reply ? <CodeBlock text={readable(request.reply)} /> : <p>{t.noReply}</p>}
          </Panel>
        </>
      )}
      side={(request) => <About request={request} scope={scope} />}
    />
  )
}

function Wrong({ request: { field, reason } }: { request: Request }) {
  const t = useTexts(requestTexts)
  if (field === undefined && reason === undefined) return null
  return (
    <Panel title={t.wrong}>
      <Facts
        of={[
          [t.field, field && <code key="field">{field}</code>],
          [t.reason, reason && <code key="reason">{reason}</code>],
        ]}
      />
    </Panel>
  )
}

function About({ request, scope }: { request: Request; scope: Scope }) {
  const t = useTexts(requestTexts)
  const { sites } = useScope()
  const { createdAt, tookMs, sentBy, key, siteId, route, concerns } = request
  return (
    <>
      <Panel title={t.facts}>
        <Facts
          of={[
            [t.created, <Time key="at" at={createdAt} />],
            [t.took, `${tookMs} ms`],
            [t.sender, t.senders[sentBy]],
            [t.key, key && `…${key}`],
            [t.site, siteId && (sites.find(({ id }) => id === siteId)?.name ?? siteId)],
            ['Route', <code key="route">{route}</code>],
          ]}
        />
      </Panel>
      {concerns.length > 0 && (
        <Panel title={t.concerns}>
          <Facts of={concerns.map((name) => concernRow(name, { scope, kinds: t.kinds }))} />
        </Panel>
      )}
    </>
  )
}

/** `order:1017`, with the page of the order where there is one. */
function concernRow(name: string, { scope, kinds }: { scope: Scope; kinds: Readonly<Record<string, string>> }) {
  const kind = name.slice(0, name.indexOf(':'))
  const id = name.slice(kind.length + 1)
  const page = pages[scope.kind]?.[kind]
  const shown = page ? <Link to={at(scope, ...page, id)}>{id}</Link> : <code>{id}</code>
  return [kinds[kind] ?? kind, shown] as const
}

const pages: Readonly<Record<Scope['kind'], Readonly<Record<string, readonly string[]>>>> = {
  platform: {},
  merchant: {
    order: ['orders'],
    transaction: ['payments'],
    customer: ['customers'],
  },
  partner: {
    customer: ['customers'],
    card: ['cards'],
    account: ['accounts'],
    topup: ['topups'],
    event: ['webhooks', 'events'],
    transaction: ['transactions', 'card'],
    dispute: ['transactions', 'disputes'],
  },
}
