import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useGate } from '../../common/acting.tsx'
import { stepWords } from '../../operator/reviews/kyc/texts.ts'

const texts = {
  en: { show: 'Show the steps', done: 'Done', missing: 'Missing' },
  ro: { show: 'Arată pașii', done: 'Făcut', missing: 'Lipsește' },
} satisfies Texts<unknown>

/** Which steps a customer has taken: asked for by a press, since the case comes with what is personal. */
export function KycSteps({ caseId }: { caseId: string }) {
  const t = useTexts(texts)
  const gate = useGate()
  const words: Readonly<Record<string, string>> = useTexts(stepWords)
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['kyc', 'case', caseId],
    queryFn: ({ signal }) => bodyOf(api.GET('/kyc/cases/{id}', { params: { path: { id: caseId } }, signal })),
    enabled: isOpen,
  })
  if (!isOpen)
    return (
      <p>
        <Button {...gate('kyc:review')} onPress={() => setOpen(true)}>
          {t.show}
        </Button>
      </p>
    )
  if (error && !data) return <ErrorPanel error={error} />
  if (!data) return <Loading lines={3} />
  return (
    <ul className="plain">
      {Object.entries(data.steps).map(([step, isDone]) => (
        <li key={step}>
          <Badge tone={isDone ? 'good' : 'wait'}>{isDone ? t.done : t.missing}</Badge> {words[step] ?? step}
        </li>
      ))}
    </ul>
  )
}
