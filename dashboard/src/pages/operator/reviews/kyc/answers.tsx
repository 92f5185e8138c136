import { type Texts, useTexts } from '../../../../i18n/language.tsx'
import { Time } from '../../../../parts/time.tsx'
import { Facts, Panel } from '../../../../ui/facts.tsx'
import { common } from '../../words.ts'
import { answerWords, type KycCase, type KycStep, stepWords } from './texts.ts'
import { valueWords } from './value-words.ts'

const texts = {
  en: { title: 'Answers', earlier: (count: number) => `answered ${count} times, the last one is shown` },
  ro: { title: 'Răspunsuri', earlier: (count: number) => `răspuns de ${count} ori, se arată ultimul` },
} satisfies Texts<unknown>

/** What the customer has said last, in the order of the steps. */
export function Answers({ kycCase: { submissions } }: { kycCase: KycCase }) {
  const t = useTexts(texts)
  const steps = useTexts(stepWords)
  const answered = (Object.keys(steps) as KycStep[]).flatMap((step) => {
    const all = submissions.filter((one) => one.step === step && one.answers !== undefined)
    return all[0]?.answers ? [{ ...all[0], count: all.length }] : []
  })
  if (answered.length === 0) return null
  return (
    <Panel title={t.title}>
      {answered.map(({ step, submittedAt, answers, count }) => (
        <section key={step} aria-label={steps[step]} className="stack">
          <p>
            <strong>{steps[step]}</strong>{' '}
            <span className="meta">
              <Time at={submittedAt} />
              {count > 1 && `, ${t.earlier(count)}`}
            </span>
          </p>
          <StepAnswers answers={answers ?? {}} />
        </section>
      ))}
    </Panel>
  )
}

function StepAnswers({ answers }: { answers: object }) {
  const words = useTexts(answerWords)
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = useTexts(valueWords)
  const c = useTexts(common)
  const shown = (name: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? c.yes : c.no
    return typeof value === 'object' ? JSON.stringify(value) : (values[name]?.[String(value)] ?? String(value))
  }
  return <Facts of={Object.entries(answers).map(([name, value]) => [words[name] ?? name, shown(name, value)])} />
}
