import type { Content, Document } from '../../../api/reference.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { curlExample } from './example.ts'
import { type Listed, type Row, responseOf, rowOfParameter, rowsOf } from './operations.ts'
import { texts } from './texts.ts'

/** What an operation reads, what it replies, and how one calls it. */
export function OperationPanels({ document, operation }: { document: Document; operation: Listed }) {
  const t = useTexts(texts)
  const { method, path, description, parameters = [], requestBody, responses } = operation
  const curl = curlExample(document, operation)
  const where: Readonly<Record<string, string>> = t.where
  return (
    <div className="stack">
      <p>
        <code>
          {method} {path}
        </code>
      </p>
      {description && <p>{description.replaceAll('`', '')}</p>}
      <Panel title={t.example} actions={<CopyButton text={curl}>{t.copy}</CopyButton>}>
        <CodeBlock text={curl} />
        <p className="soft">{t.key}</p>
      </Panel>
      {parameters.length > 0 && (
        <Rows
          title={t.parameters}
          rows={parameters.map((parameter) => {
            const row = rowOfParameter(document, parameter)
            return { ...row, text: [`(${where[parameter.in] ?? parameter.in})`, row.text].join(' ') }
          })}
        />
      )}
      {requestBody && <Rows title={t.body} rows={rowsOfContent(document, requestBody.content)} />}
      {Object.entries(responses).map(([status, unresolved]) => {
        const { description: text, content } = responseOf(document, unresolved)
        const isReply = /^[123]/.test(status)
        const title = `${isReply ? t.reply : t.errors}${status === 'default' ? '' : ` ${status}`}`
        const rows = content ? rowsOfContent(document, content) : []
        if (isReply) return <Rows key={status} title={title} about={text} rows={rows} />
        // Nearly the same for all operations, and long.
        return (
          <details key={status}>
            <summary>{[title, text].filter(Boolean).join(' · ')}</summary>
            <Rows title={title} rows={rows} />
          </details>
        )
      })}
    </div>
  )
}

/** Of several media types the fields are the same: those of JSON, or the first. */
function rowsOfContent(document: Document, content: Content): Row[] {
  const media = content['application/json'] ?? Object.values(content)[0]
  return media ? rowsOf(document, media.schema) : []
}

function Rows({ title, about, rows }: { title: string; about?: string | undefined; rows: readonly Row[] }) {
  const t = useTexts(texts)
  return (
    <Panel title={title}>
      {about && <p className="soft">{about}</p>}
      {rows.length > 0 && (
        <SmallTable
          title={title}
          heads={[t.field, t.type, t.what]}
          rows={rows.map(({ name, type, isRequired, text }) => ({
            key: name,
            cells: [
              <span key="name">
                <code>{name}</code>
                {isRequired && <span className="meta"> {t.required}</span>}
              </span>,
              <code key="type">{type}</code>,
              text,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
