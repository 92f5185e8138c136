import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import { filled, sending, useGate } from '../../common/acting.tsx'
import { disputeReasons } from './words.ts'

const texts = {
  en: {
    open: 'Open a dispute',
    effect: 'The operator decides whether to raise it at the network. The customer sees it in the app.',
    why: 'Why the customer disputes it',
    says: 'What the customer says',
    amount: 'Amount',
    whole: 'Left empty: all that was cleared.',
    notSettled: 'Only a settled payment can be disputed.',
  },
  ro: {
    open: 'Deschide o contestație',
    effect: 'Operatorul decide dacă o ridică la rețea. Clientul o vede în aplicație.',
    why: 'De ce o contestă clientul',
    says: 'Ce spune clientul',
    amount: 'Suma',
    whole: 'Lăsată goală: tot ce s-a decontat.',
    notSettled: 'Doar o plată decontată poate fi contestată.',
  },
} satisfies Texts<unknown>

/** Opening a dispute about a transaction, on behalf of its customer. */
export function useDisputeAction(): (of: Reply<'getCardTransaction'>['transaction']) => Action {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  const why = useTexts(disputeReasons)
  return ({ id: transactionId, status, currency }) => ({
    name: 'dispute',
    label: t.open,
    ...(status !== 'settled' && { whyNot: t.notSettled }),
    ...gate('disputes:create'),
    spec: {
      title: t.open,
      fields: [
        { name: 'disputeReason', label: t.why, kind: 'choice', options: optionsOf(why) },
        { name: 'explanation', label: t.says, kind: 'lines', isRequired: true },
        { name: 'amount', label: t.amount, kind: 'number', suffix: currency, hint: t.whole },
        reason,
      ],
      effect: t.effect,
      submit: t.open,
      run: (values, key) => bodyOf(api.POST('/card-disputes', sending({}, { transactionId, ...filled(values) }, key))),
    },
  })
}
