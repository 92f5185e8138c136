import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { useScope } from '../../../shell/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, type FieldSpec } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useGo } from '../../../ui/url-state.ts'
import { at } from '../../../urls.ts'
import { type LinkWords, linkTexts, optionsOf } from './texts.ts'

const texts = {
  en: {
    about: 'The shopper who opens it pays this amount by card. You can close it at any time.',
    save: 'Make the link',
  },
  ro: { about: 'Cine îl deschide plătește această sumă cu cardul. Îl poți închide oricând.', save: 'Fă linkul' },
} satisfies Texts<unknown>

type Values = Readonly<Record<string, string>>

/** A form in a page; when it is saved, the page of the link shows its address and its QR code. */
export default function NewLink() {
  const t = useTexts(texts)
  const words = useTexts(linkTexts)
  const reason = useReasonField()
  const { scope, sites } = useScope()
  const go = useGo()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>({ orderType: 'purchase', intervalValue: '1', intervalType: 'month' })
  const [key, setKey] = useState(() => crypto.randomUUID())
  const siteId = values.siteId ?? sites[0]?.id ?? ''
  const currencies = sites.find(({ id }) => id === siteId)?.currencies ?? []
  const currency = currencies.find((one) => one === values.currency) ?? currencies[0] ?? ''
  const chosen: Values = { ...values, siteId, currency }
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => create(chosen, key),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries()
      go(at(scope, 'links', id))
    },
  })
  useTitle(words.newLink)
  const problems = error instanceof ApiError ? error.fields : {}
  const fields: readonly FieldSpec[] = [
    ...(sites.length > 1 ? [siteField(words, sites)] : []),
    ...fieldsOf(words, currencies, chosen.orderType === 'recurring'),
    reason,
  ]
  const isElsewhere = error !== null && !fields.some(({ name }) => name in problems)
  const type = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    // Another link than the one that was refused, or whose reply was lost before it was changed.
    if (!isPending) setKey(crypto.randomUUID())
  }
  return (
    <>
      <div className="head">
        <div>
          <p className="meta">
            <Link to={at(scope, 'links')}>{words.links}</Link>
          </p>
          <h1>{words.newLink}</h1>
          <p className="soft">{t.about}</p>
        </div>
      </div>
      <form
        className="panel"
        style={{ maxWidth: '34rem' }}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate()
        }}
      >
        {fields.map((field, index) => (
          <Field
            key={field.name}
            {...field}
            value={chosen[field.name] ?? ''}
            onChange={(value) => type(field.name, value)}
            problem={problems[field.name]}
            autoFocus={index === 0}
          />
        ))}
        {isElsewhere && (
          <div className="notice bad" role="alert">
            {error.message}
          </div>
        )}
        <Button type="submit" look="main" isPending={isPending}>
          {t.save}
        </Button>
      </form>
    </>
  )
}

const siteField = (words: LinkWords, sites: readonly { id: string; name: string }[]): FieldSpec => ({
  name: 'siteId',
  label: words.site,
  kind: 'choice',
  options: sites.map(({ id, name }) => ({ value: id, label: name })),
})

/** By the names of the parameters, so that what the server finds wrong is shown where it was typed. */
function fieldsOf(words: LinkWords, currencies: readonly string[], repeats: boolean): FieldSpec[] {
  const { content, amount, currency, orderType, intervalValue, intervalType, limitAccess, expireDate } = words
  return [
    { name: 'content', label: content, hint: words.contentHint, isRequired: true },
    { name: 'amount', label: amount, kind: 'number', isRequired: true },
    {
      name: 'currency',
      label: currency,
      kind: 'choice',
      options: currencies.map((value) => ({ value, label: value })),
    },
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
  ]
}

/** An interval is of what repeats alone. */
function create({ intervalType, intervalValue, ...values }: Values, key: string) {
  const body = values.orderType === 'recurring' ? { ...values, intervalType, intervalValue } : values
  // The fields hold text; the server says of each what is wrong with it.
  return bodyOf(api.POST('/links', { params: { header: { 'Idempotency-Key': key } }, body: body as never }))
}
