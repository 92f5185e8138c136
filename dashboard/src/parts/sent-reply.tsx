import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge } from '../ui/badge.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { curlText } from '../ui/curl.ts'
import { Facts, Panel } from '../ui/facts.tsx'
import { readable } from '../ui/json-text.ts'

const texts = {
  en: {
    sent: 'What was sent',
    reply: 'What came back',
    accepted: 'Accepted',
    refused: 'Not accepted',
    url: 'Address',
    took: 'Took',
    curl: 'Copy as curl',
    headers: 'Headers',
    body: 'Body',
    payload: 'Before it was encrypted',
    outcomes: {
      unreachable: 'Your server could not be reached.',
      timeout: 'Your server did not answer in time.',
      forbidden: 'Nothing was sent: the address is not one that may be called.',
      no_key: 'Nothing was sent: there is no key to sign with.',
    },
    empty: 'An empty body.',
  },
  ro: {
    sent: 'Ce s-a trimis',
    reply: 'Ce s-a întors',
    accepted: 'Acceptat',
    refused: 'Neacceptat',
    url: 'Adresa',
    took: 'A durat',
    curl: 'Copiază ca curl',
    headers: 'Antete',
    body: 'Conținut',
    payload: 'Înainte de criptare',
    outcomes: {
      unreachable: 'Serverul tău nu a putut fi găsit.',
      timeout: 'Serverul tău nu a răspuns la timp.',
      forbidden: 'Nu s-a trimis nimic: adresa nu este una care poate fi apelată.',
      no_key: 'Nu s-a trimis nimic: nu există o cheie de semnare.',
    },
    empty: 'Un conținut gol.',
  },
} satisfies Texts<unknown>

type Sent = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  payload?: string
  accepted: boolean
  outcome: string
  httpStatus?: number | undefined
  response: string
  tookMs: number
}

/** A request to a receiver of others and its reply, both as they were. */
export function SentAndReply({ of }: { of: Sent }) {
  const t = useTexts(texts)
  const { url, headers, body, payload, accepted, outcome, httpStatus, response, tookMs } = of
  const failed = (t.outcomes as Readonly<Record<string, string>>)[outcome]
  return (
    <>
      <Panel title={t.reply}>
        <p>
          <Badge tone={accepted ? 'good' : 'bad'}>{accepted ? t.accepted : t.refused}</Badge>
        </p>
        {failed && <p>{failed}</p>}
        <Facts
          of={[
            ['HTTP', httpStatus],
            [t.took, `${tookMs} ms`],
          ]}
        />
        <CodeBlock text={response || t.empty} />
      </Panel>
      <Panel title={t.sent} actions={<CopyButton text={curlText({ url, headers, body })}>{t.curl}</CopyButton>}>
        <Facts of={[[t.url, <code key="url">{url}</code>]]} />
        {payload !== undefined && <Named title={t.payload} text={readable(payload)} />}
        <Named
          title={t.headers}
          text={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
        <Named title={t.body} text={payload === undefined ? readable(body) : body} />
      </Panel>
    </>
  )
}

const Named = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3>{title}</h3>
    <CodeBlock text={text} />
  </>
)
