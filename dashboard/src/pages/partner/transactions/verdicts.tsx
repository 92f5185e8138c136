import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { formatTime, useZone } from '../../../parts/time.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { useReason } from './reasons.ts'
import { type Explanation, type Message, messageKinds, results, rules, type Verdict } from './words.ts'

const texts = {
  en: {
    title: 'Every rule, and what it said',
    rule: 'Rule',
    result: 'Verdict',
    compared: 'What was compared',
    code: (code: string) => `code ${code}`,
    took: (ms: number) => `after ${ms} ms`,
    none: 'No rule was asked: the message left nothing to decide.',
    order: 'Those that failed come first; the others in the order in which they decide.',
  },
  ro: {
    title: 'Fiecare regulă și ce a spus',
    rule: 'Regula',
    result: 'Verdict',
    compared: 'Ce s-a comparat',
    code: (code: string) => `codul ${code}`,
    took: (ms: number) => `după ${ms} ms`,
    none: 'Nu s-a întrebat nicio regulă: mesajul nu lăsa nimic de decis.',
    order: 'Cele picate sunt primele; celelalte, în ordinea în care decid.',
  },
} satisfies Texts<unknown>

const tones: Readonly<Record<Verdict['result'], Tone>> = { passed: 'good', failed: 'bad', notApplicable: 'neutral' }
const rank = ({ result }: Verdict): number => (result === 'failed' ? 0 : 1)

/** How a transaction was decided: of each message with a decision all rules, the failed ones first. */
export function Verdicts({ of: { messages } }: { of: Explanation }) {
  const t = useTexts(texts)
  const decided = messages.filter(({ verdicts }) => verdicts.length > 0)
  return (
    <Panel title={t.title}>
      <p className="soft">{decided.length === 0 ? t.none : t.order}</p>
      {decided.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages are never reordered
        <VerdictTable key={index} of={message} />
      ))}
    </Panel>
  )
}

function VerdictTable({ of: { verdicts, kind, receivedAt } }: { of: Message }) {
  const t = useTexts(texts)
  const kinds = useTexts(messageKinds)
  const { language } = useLanguage()
  const { zone } = useZone()
  const words = useTexts(rules)
  const resultWords = useTexts(results)
  const reasonOf = useReason()
  const sorted = verdicts.toSorted((a, b) => rank(a) - rank(b))
  return (
    <SmallTable
      title={`${kinds[kind]}, ${formatTime(language, zone, receivedAt, 'short')}`}
      heads={[t.rule, t.result, t.compared]}
      rows={sorted.map(({ rule, result, code, tookMs, ...verdict }) => ({
        key: rule,
        cells: [
          <span key="rule">
            {result === 'failed' ? <strong>{words[rule][0]}</strong> : words[rule][0]}{' '}
            <span className="meta">{words[rule][1]}</span>
          </span>,
          <Badge key="result" tone={tones[result]}>
            {resultWords[result]}
          </Badge>,
          [reasonOf(verdict), code && t.code(code), tookMs !== undefined && t.took(tookMs)].filter(Boolean).join(', '),
        ],
      }))}
    />
  )
}
