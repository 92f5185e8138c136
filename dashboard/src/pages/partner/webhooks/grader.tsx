import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { useGate } from '../../common/acting.tsx'
import { TryPage } from '../../common/test-tools/try-form.tsx'
import { usePartner } from '../partner.ts'
import { graderInRomanian } from './grader-words.ts'

const texts = {
  en: {
    title: 'Webhook grader',
    about:
      'Sends your server what a platform sends on good days and an attacker on others: a plain event, forged signatures, repetitions, unknown types. It says what your server does wrong, and what to change. The events are about a customer that does not exist.',
    grade: 'Grade my server',
    all: 'Your server does everything right.',
    some: (right: number, all: number) => `${right} of ${all} were right.`,
    first: 'It does not accept a plain event, so nothing else was sent.',
    right: 'Right',
    wrong: 'Wrong',
    sent: 'Sent',
    answered: 'Answered',
    took: 'Took',
    result: 'Result',
    advice: 'What to change',
    slow: (ms: number) =>
      `The slowest answer took ${ms} ms. Answer first and work afterwards: what takes longer than 30 seconds is sent again.`,
    fast: (ms: number) => `The slowest answer took ${ms} ms.`,
  },
  ro: {
    title: 'Evaluator de webhook-uri',
    about:
      'Trimite serverului tău ce trimite o platformă în zilele bune și un atacator în celelalte: un eveniment simplu, semnături false, repetări, tipuri necunoscute. Spune ce face greșit serverul tău și ce e de schimbat. Evenimentele sunt despre un client care nu există.',
    grade: 'Evaluează serverul meu',
    all: 'Serverul tău face totul corect.',
    some: (right: number, all: number) => `${right} din ${all} au fost corecte.`,
    first: 'Nu acceptă un eveniment simplu, așa că nu s-a mai trimis nimic.',
    right: 'Corect',
    wrong: 'Greșit',
    sent: 'Trimis',
    answered: 'Răspuns',
    took: 'A durat',
    result: 'Rezultat',
    advice: 'Ce e de schimbat',
    slow: (ms: number) =>
      `Cel mai lent răspuns a durat ${ms} ms. Răspunde întâi și lucrează după aceea: ce durează peste 30 de secunde se retrimite.`,
    fast: (ms: number) => `Cel mai lent răspuns a durat ${ms} ms.`,
  },
} satisfies Texts<unknown>

/** Longer than this a receiver does its work before it answers. */
const slowMs = 3_000

export default function Grader() {
  const t = useTexts(texts)
  const { partnerId } = usePartner()
  const gate = useGate()
  return (
    <TryPage
      title={t.title}
      about={t.about}
      fields={[]}
      submit={t.grade}
      {...gate('webhooks:test')}
      run={({ reason = '' }) =>
        bodyOf(api.POST('/partners/{partnerId}/events/grade', { params: { path: { partnerId } }, body: { reason } }))
      }
      shown={(result) => <Grades of={result} />}
    />
  )
}

function Grades({ of: { grades, url } }: { of: Reply<'gradePartnerWebhook'> }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const right = grades.filter((grade) => grade.right).length
  const slowest = Math.max(0, ...grades.map(({ tookMs }) => tookMs))
  const translated = (text: string) => (language === 'ro' ? graderInRomanian(text) : text)
  return (
    <Panel title={url}>
      <p role="status">
        <strong>{right === grades.length ? t.all : t.some(right, grades.length)}</strong>{' '}
        {grades.length === 1 && right === 0 && t.first} {slowest > slowMs ? t.slow(slowest) : t.fast(slowest)}
      </p>
      <SmallTable
        title={t.title}
        heads={[t.result, t.sent, t.answered, { end: t.took }, t.advice]}
        rows={grades.map((grade) => ({
          key: grade.sent,
          cells: [
            <Badge key="right" tone={grade.right ? 'good' : 'bad'}>
              {grade.right ? t.right : t.wrong}
            </Badge>,
            translated(grade.sent),
            grade.answered,
            `${grade.tookMs} ms`,
            grade.right ? '' : translated(grade.advice),
          ],
        }))}
      />
    </Panel>
  )
}
