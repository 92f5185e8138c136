import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../api/client.ts'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { FoldedPanel } from '../../ui/folded.tsx'
import { readable } from '../../ui/json-text.ts'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { useGate } from './acting.tsx'
import { curlOf } from './requests/curl.ts'

const texts = {
  en: {
    title: 'JSON',
    about: 'What the API replies about it at this moment. The command has a placeholder where your key goes.',
    deleted: (status: number) => `The API replies ${status}: for programs it is deleted.`,
    copy: 'Copy JSON',
    curl: 'Copy as curl',
  },
  ro: {
    title: 'JSON',
    about: 'Ce răspunde API-ul despre aceasta acum. Comanda are un loc gol pentru cheia ta.',
    deleted: (status: number) => `API-ul răspunde ${status}: pentru programe este ștearsă.`,
    copy: 'Copiază JSON',
    curl: 'Copiază ca curl',
  },
} satisfies Texts<unknown>

/** Of every thing that has one it is the same. */
type ApiReplyRecord = Reply<'getOrderApiReply'>

type ApiReplyProps = {
  /** Begins as that of the thing does, so that it is read again with it. */
  queryKey: readonly unknown[]
  load(signal: AbortSignal): Promise<ApiReplyRecord>
  /** Where the reply has more than the page: what else one must be permitted. */
  needs?: string
}

/** What programs read about a thing, and the command that reads it; asked for when somebody opens it. */
export function ApiReply(props: ApiReplyProps) {
  const t = useTexts(texts)
  return (
    <FoldedPanel title={t.title}>
      <Opened {...props} />
    </FoldedPanel>
  )
}

function Opened({ queryKey, load, needs }: ApiReplyProps) {
  const t = useTexts(texts)
  const gate = useGate()
  const { whyNot } = needs === undefined ? {} : gate(needs)
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, 'api-reply'],
    queryFn: ({ signal }) => load(signal),
    enabled: whyNot === undefined,
  })
  if (whyNot !== undefined) return <p className="soft">{whyNot}</p>
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const { method, path, sentBy, address } = data
  const body = readable(data.body)
  const command = curlOf({ method, path, sentBy }, address)
  return (
    <>
      <p className="soft">{data.status === 200 ? t.about : t.deleted(data.status)}</p>
      <CodeBlock text={command} />
      <CodeBlock text={body} />
      <div className="actions">
        <CopyButton text={body}>{t.copy}</CopyButton>
        <CopyButton text={command}>{t.curl}</CopyButton>
      </div>
    </>
  )
}
