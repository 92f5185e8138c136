import { useQuery } from '@tanstack/react-query'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { curlText } from '../../ui/curl.ts'
import { Folded, FoldedPanel } from '../../ui/folded.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { useGate } from './acting.tsx'

const texts = {
  en: { title: 'As a command (curl)', copy: 'Copy as curl' },
  ro: { title: 'Ca o comandă (curl)', copy: 'Copiază ca curl' },
} satisfies Texts<unknown>

type Request = { method: string; url: string; headers: Readonly<Record<string, string>>; body: string }

type SentRequestProps = {
  queryKey: readonly unknown[]
  load(signal: AbortSignal): Promise<Request>
  /** What the reader must be permitted: who has the command can send it. */
  needs: string
  /** What in it is as it was, and what is made again. */
  about: string
}

/** A delivery as the command that sends it from a terminal; asked for when somebody opens it. */
export const SentRequestPanel = (props: SentRequestProps) => (
  <FoldedPanel title={useTexts(texts).title}>
    <Opened {...props} />
  </FoldedPanel>
)

export const SentRequest = (props: SentRequestProps) => (
  <Folded title={useTexts(texts).title}>
    <Opened {...props} />
  </Folded>
)

function Opened({ queryKey, load, needs, about }: SentRequestProps) {
  const t = useTexts(texts)
  const { whyNot } = useGate()(needs)
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, 'request'],
    queryFn: ({ signal }) => load(signal),
    enabled: whyNot === undefined,
  })
  if (whyNot !== undefined) return <p className="soft">{whyNot}</p>
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={3} />
  const command = curlText(data)
  return (
    <>
      <p className="soft">{about}</p>
      <CodeBlock text={command} />
      <div className="actions">
        <CopyButton text={command}>{t.copy}</CopyButton>
      </div>
    </>
  )
}
