import { api, bodyOf } from '../../../../api/client.ts'
import { type Texts, useTexts } from '../../../../i18n/language.tsx'
import { useReasonField } from '../../../../parts/reason.ts'
import { optionsOf } from '../../../../parts/status.tsx'
import type { Values } from '../../../../ui/action-dialog.tsx'
import type { Action } from '../../../../ui/detail-page.tsx'
import { sending, useCan, useWaiting } from '../../acting.tsx'
import { caseBecause } from './because.ts'
import { type KycCase, type KycStep, personOf, rejectWords, stepWords } from './texts.ts'

const texts = {
  en: {
    approve: 'Approve',
    approveEffect: 'The customer may use everything that the programme offers.',
    reject: 'Reject',
    rejectEffect: 'The customer learns this reason, and may start again.',
    ask: 'Ask again',
    askEffect: 'The customer takes these steps again; then the case comes back here.',
    because: 'Reason for the customer',
    choose: 'Choose one',
    steps: 'Steps to take again',
    none: 'No reason',
    of: (what: string, id: string) => `${what}, case ${id}`,
  },
  ro: {
    approve: 'Aprobă',
    approveEffect: 'Clientul poate folosi tot ce oferă programul.',
    reject: 'Respinge',
    rejectEffect: 'Clientul află acest motiv și poate începe din nou.',
    ask: 'Cere din nou',
    askEffect: 'Clientul face din nou acești pași; apoi cazul revine aici.',
    because: 'Motivul pentru client',
    choose: 'Alege unul',
    steps: 'Pașii de refăcut',
    none: 'Niciun motiv',
    of: (what: string, id: string) => `${what}, cazul ${id}`,
  },
} satisfies Texts<unknown>

/** Approve, reject, or send steps back; each with a reason that the audit keeps. */
export function useCaseDecisions(): (kycCase: KycCase) => Action[] {
  const t = useTexts(texts)
  const whyNot = useTexts(caseBecause)
  const can = useCan()
  const reason = useReasonField()
  const rejects = useTexts(rejectWords)
  const names = useTexts(stepWords)
  const after = useWaiting()
  return (kycCase) => {
    const { id, steps: known, actions } = kycCase
    const because = { name: 'rejectReason', label: t.because, kind: 'choice' as const }
    const taken = (Object.keys(names) as KycStep[]).filter((step) => known[step])
    const person = personOf(kycCase)
    const title = (label: string) => t.of(person === undefined ? label : `${label}: ${person}`, id)
    return [
      {
        name: 'approve',
        label: t.approve,
        look: 'main',
        shortcut: 'a',
        ...can(actions.approve, whyNot),
        spec: {
          title: title(t.approve),
          fields: [reason],
          effect: t.approveEffect,
          submit: t.approve,
          run: (values, key) => bodyOf(api.POST('/kyc/cases/{id}/approve', sending({ id }, values, key))),
          after,
        },
      },
      {
        name: 'reject',
        label: t.reject,
        shortcut: 'd',
        ...can(actions.reject, whyNot),
        spec: {
          title: title(t.reject),
          fields: [
            {
              ...because,
              options: [{ value: '', label: t.choose }, ...numbered(optionsOf(rejects))],
              first: '',
              isRequired: true,
            },
            reason,
          ],
          effect: t.rejectEffect,
          submit: t.reject,
          isDangerous: true,
          run: (values, key) => bodyOf(api.POST('/kyc/cases/{id}/reject', sending({ id }, values, key))),
          after,
        },
      },
      {
        name: 'ask',
        label: t.ask,
        shortcut: 'i',
        ...can(actions.ask, whyNot),
        spec: {
          title: title(t.ask),
          fields: [
            {
              name: 'steps',
              label: t.steps,
              kind: 'checks',
              options: taken.map((step) => ({ value: step, label: names[step] })),
            },
            { ...because, options: [{ value: '', label: t.none }, ...numbered(optionsOf(rejects))], first: '' },
            reason,
          ],
          effect: t.askEffect,
          submit: t.ask,
          run: (values, key) => bodyOf(api.POST('/kyc/cases/{id}/ask', sending({ id }, askBody(values), key))),
          after,
        },
      },
    ]
  }
}

/** A digit chooses one of the first nine, as a letter does in every list of a browser. */
const numbered = (options: ReturnType<typeof optionsOf>) =>
  options.map(({ value, label }, index) => ({ value, label: index < 9 ? `${index + 1}. ${label}` : label }))

/** The one reason of the form is that of every step that is sent back. */
function askBody({ reason, steps = '', rejectReason }: Values): object {
  const chosen = steps.split(',').filter((step) => step !== '')
  return { reason, steps: chosen.map((step) => ({ step, ...(rejectReason && { rejectReason }) })) }
}
