import type { Reply } from '../../../api/client.ts'
import type { Values } from '../../../ui/action-dialog.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { type LinkWords, optionsOf } from './texts.ts'

type Link = Reply<'getLink'>

/** What the form holds of a link: texts, by the names of the parameters. */
export const valuesOf = (link: Link): Values => ({
  siteId: link.siteId,
  content: link.title,
  amount: link.amount,
  currency: link.currency,
  orderType: link.orderType,
  intervalValue: String(link.intervalValue ?? 1),
  intervalType: link.intervalType ?? 'month',
  limitAccess: String(link.limitAccess ?? ''),
  expireDate: link.expireDate ?? '',
  customerEmail: link.customerEmail ?? '',
  customerRequiredFields: link.customerRequiredFields.join(','),
})

export const newValues: Values = {
  content: '',
  amount: '',
  orderType: 'purchase',
  intervalValue: '1',
  intervalType: 'month',
  limitAccess: '',
  expireDate: '',
  customerEmail: '',
  customerRequiredFields: '',
}

type Shape = { currencies: readonly string[]; repeats: boolean; hasItems?: boolean }

/** By the names of the parameters, so that what the server finds wrong is shown where it was typed. */
export function fieldsOf(words: LinkWords, { currencies, repeats, hasItems }: Shape): FieldSpec[] {
  const { content, amount, currency, orderType, intervalValue, intervalType, limitAccess, expireDate } = words
  const options = currencies.map((value) => ({ value, label: value }))
  return [
    // A list of items is changed by the interface for programs.
    ...(hasItems
      ? []
      : ([
          { name: 'content', label: content, hint: words.contentHint, isRequired: true },
          { name: 'amount', label: amount, kind: 'number', isRequired: true },
          { name: 'currency', label: currency, kind: 'choice', options },
        ] as const)),
    { name: 'orderType', label: orderType, kind: 'choice', options: optionsOf(words.orderTypes) },
    ...(repeats
      ? [
          { name: 'intervalValue', label: intervalValue, kind: 'number' as const, isRequired: true },
          {
            name: 'intervalType',
            label: intervalType,
            kind: 'choice' as const,
            options: optionsOf(words.intervalTypes),
          },
        ]
      : []),
    { name: 'limitAccess', label: limitAccess, kind: 'number', hint: words.limitHint },
    { name: 'expireDate', label: expireDate, kind: 'date', hint: words.expireHint },
    { name: 'customerEmail', label: words.customerEmail, kind: 'email', hint: words.customerEmailHint },
    {
      name: 'customerRequiredFields',
      label: words.required,
      kind: 'checks',
      options: optionsOf(words.requiredFields),
      hint: words.requiredHint,
    },
  ]
}

/** Typed texts as the parameters of a call. An interval is of what repeats alone. */
export function parametersOf(values: Values, words: LinkWords): Readonly<Record<string, unknown>> {
  const { customerRequiredFields, intervalType, intervalValue, ...rest } = values
  const wanted = customerRequiredFields?.split(',')
  const names = Object.keys(words.requiredFields)
  return {
    ...rest,
    ...(values.orderType !== 'purchase' && { intervalType, intervalValue }),
    ...(wanted && {
      customerRequiredFields: Object.fromEntries(names.map((name) => [name, wanted.includes(name) ? 1 : 0])),
    }),
  }
}
