import { useQuery } from '@tanstack/react-query'
import { ApiError, api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { useMay } from '../../../session.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import type { Values } from '../../../ui/action-dialog.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { changedOver, sending, textsIn, useGate, useWaiting } from '../acting.tsx'
import { common } from '../words.ts'

type Details = Reply<'getBillingDetails'>

const texts = {
  en: {
    title: 'Billing details',
    none: 'They are not complete, and no fee invoice is made for this merchant.',
    legalName: 'Invoices are addressed to',
    vatId: 'VAT number',
    vat: 'VAT that is in the fees',
    vatField: 'VAT that is in the fees, in basis points',
    vatHint: '1900 is 19.00 %. Where it is zero, the note says why.',
    onInvoices: 'Note on each invoice',
    ownHint: 'Empty: as the data of the merchant have it.',
    effect: 'Invoices that were issued before stay as they are.',
  },
  ro: {
    title: 'Date de facturare',
    none: 'Nu sunt complete și pentru acest comerciant nu se fac facturi de comision.',
    legalName: 'Facturile se emit către',
    vatId: 'Cod de TVA',
    vat: 'TVA inclus în comisioane',
    vatField: 'TVA inclus în comisioane, în puncte de bază',
    vatHint: '1900 înseamnă 19,00 %. Dacă este zero, nota spune de ce.',
    onInvoices: 'Notă pe fiecare factură',
    ownHint: 'Gol: ca în datele comerciantului.',
    effect: 'Facturile emise înainte rămân cum sunt.',
  },
} satisfies Texts<unknown>

/** To whom the fee invoices of a merchant are addressed, and its VAT. */
export function BillingDetails({ merchant: { id, name } }: { merchant: { id: string; name: string } }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const may = useMay()
  const change = useChange(id, name)
  const { data } = useQuery({
    queryKey: ['billingDetails', id],
    queryFn: ({ signal }) => detailsOf(id, signal),
    enabled: may('settlements:read'),
  })
  if (data === undefined) return null
  return (
    <Panel title={t.title} actions={<ActionButton action={change(data)} />}>
      {data === null ? (
        <p className="soft">{t.none}</p>
      ) : (
        <Facts
          of={[
            [t.legalName, data.legalName],
            [c.address, data.address],
            [c.country, data.country],
            [t.vatId, data.vatId],
            [t.vat, `${data.vatBasisPoints / 100} %`],
            [t.onInvoices, data.note],
          ]}
        />
      )}
    </Panel>
  )
}

/** Null: they are not complete, and no invoice is made. */
async function detailsOf(merchantId: string, signal?: AbortSignal): Promise<Details | null> {
  try {
    const params = { path: { merchantId } }
    return await bodyOf(api.GET('/merchants/{merchantId}/billing-details', { params, ...(signal && { signal }) }))
  } catch (error) {
    if (error instanceof ApiError && error.refusal.reason === 'billing_details_none') return null
    throw error
  }
}

const valuesOf = (details: Details | null): Values =>
  textsIn(details ?? {}, ['legalName', 'address', 'country', 'vatId', 'vatBasisPoints', 'note'])

function useChange(merchantId: string, name: string): (details: Details | null) => Action {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const after = useWaiting()
  const fields: FieldSpec[] = [
    { name: 'legalName', label: t.legalName, hint: t.ownHint },
    { name: 'address', label: c.address, kind: 'lines', hint: t.ownHint },
    { name: 'country', label: c.country, hint: t.ownHint },
    { name: 'vatId', label: t.vatId, hint: t.ownHint },
    { name: 'vatBasisPoints', label: t.vatField, kind: 'number', hint: t.vatHint },
    { name: 'note', label: t.onInvoices, kind: 'lines' },
  ]
  return (details) => {
    const first = valuesOf(details)
    return {
      name: 'changeBilling',
      label: c.change,
      ...gate('settlements:change'),
      spec: {
        title: `${t.title}: ${name}`,
        fields: [...fields.map((field) => ({ ...field, first: first[field.name] ?? '' })), reason],
        effect: t.effect,
        submit: c.change,
        run: (values, key, seen) =>
          bodyOf(
            api.PATCH(
              '/merchants/{merchantId}/billing-details',
              sending({ merchantId }, changedOver(values, seen), key),
            ),
          ),
        theirs: async () => valuesOf(await detailsOf(merchantId)),
        after,
      },
    }
  }
}
