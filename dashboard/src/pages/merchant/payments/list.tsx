import { api, bodyOf, idIn } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { type PaymentRow, usePaymentColumns, usePaymentFilters } from '../../common/payments/list-parts.tsx'
import { listWords } from '../../common/payments/list-words.ts'
import { useReplay } from '../../common/replay.tsx'
import { siteFilter } from '../../common/site-filter.ts'
import { amountFilters, exportOf, inCurrency, ofMerchant, useMerchantId } from '../sites.ts'

export default function Payments() {
  const t = useTexts(listWords)
  const replay = useReplay('notifications:replay')
  const { scope, sites } = useScope()
  const merchantId = useMerchantId()
  const { amount, status, customer, method, card, site, created } = usePaymentColumns(inCurrency(sites))
  const filters = usePaymentFilters(amountFilters(t, sites))
  return (
    <ListPage<PaymentRow>
      title={t.title}
      listKey={['payments', scope]}
      filters={[...siteFilter(t.site, sites), ...filters, { name: 'connector', label: t.connector, kind: 'text' }]}
      usualSort="-created"
      columns={[amount, status, customer, method, card, ...(sites.length > 1 ? [site] : []), created]}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/payments', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'payments', id)}
      export={exportOf('payments', merchantId)}
      bulk={[
        {
          ...replay.these,
          label: t.replay,
          effect: t.replayEffect,
          run: ({ id }, { reason = '' }) => replayLast(id, { reason, none: t.notNotified }),
        },
      ]}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}

/** Sends the last notification of a payment again. */
async function replayLast(paymentId: string, { reason, none }: { reason: string; none: string }): Promise<unknown> {
  const { data } = await bodyOf(
    api.GET('/notifications', { params: { query: { paymentId: idIn(paymentId), size: 1 } } }),
  )
  const [last] = data
  if (!last) throw new Error(none)
  return bodyOf(
    api.POST('/notifications/{notificationId}/replay', {
      params: { path: { notificationId: idIn(last.id) } },
      body: { reason },
    }),
  )
}
