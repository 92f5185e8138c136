import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { useMay } from '../../../session.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import { type BecauseOf, filled, sending, useCan } from '../../common/acting.tsx'
import { disputeReasons } from './words.ts'

type Because = BecauseOf<Reply<'getDisputable'>['actions']>

const texts = {
  en: {
    open: 'Open a dispute',
    effect: 'The operator decides whether to raise it at the network. The customer sees it in the app.',
    why: 'Why the customer disputes it',
    says: 'What the customer says',
    amount: 'Amount',
    whole: (most: string) => `At most ${most}. Left empty: all of it.`,
    because: {
      transaction_not_disputable: 'Only a settled payment can be disputed.',
      dispute_too_late: 'It was settled too long ago.',
      dispute_open: 'A dispute about it is open.',
      disputed_account_closed: 'The account is closed.',
      nothing_to_dispute: 'All of it was refunded, or disputed before.',
    } satisfies Because,
  },
  ro: {
    open: 'Deschide o contestație',
    effect: 'Operatorul decide dacă o ridică la rețea. Clientul o vede în aplicație.',
    why: 'De ce o contestă clientul',
    says: 'Ce spune clientul',
    amount: 'Suma',
    whole: (most: string) => `Cel mult ${most}. Lăsată goală: tot.`,
    because: {
      transaction_not_disputable: 'Doar o plată decontată poate fi contestată.',
      dispute_too_late: 'S-a decontat acum prea mult timp.',
      dispute_open: 'O contestație despre ea este deschisă.',
      disputed_account_closed: 'Contul este închis.',
      nothing_to_dispute: 'Totul a fost rambursat sau contestat mai devreme.',
    } satisfies Because,
  },
} satisfies Texts<unknown>

/** Opening a dispute about a transaction, on behalf of its customer; nothing until the server has said whether it can be. */
export function useDisputeAction(transactionId: string): Action[] {
  const t = useTexts(texts)
  const can = useCan()
  const money = useMoney()
  const reason = useReasonField()
  const why = useTexts(disputeReasons)
  const { data } = useQuery({
    queryKey: ['card-disputes', 'disputable', transactionId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/card-transactions/{transactionId}/disputable', { params: { path: { transactionId } }, signal })),
    enabled: useMay()('disputes:read'),
  })
  if (!data) return []
  const { actions, most, currency } = data
  return [
    {
      name: 'dispute',
      label: t.open,
      ...can(actions.dispute, t.because),
      spec: {
        title: t.open,
        fields: [
          { name: 'disputeReason', label: t.why, kind: 'choice', options: optionsOf(why) },
          { name: 'explanation', label: t.says, kind: 'lines', isRequired: true },
          { name: 'amount', label: t.amount, kind: 'number', suffix: currency, hint: t.whole(money(most, currency)) },
          reason,
        ],
        effect: t.effect,
        submit: t.open,
        run: (values, key) =>
          bodyOf(api.POST('/card-disputes', sending({}, { transactionId, ...filled(values) }, key))),
      },
    },
  ]
}
