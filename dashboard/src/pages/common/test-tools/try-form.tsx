import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, type FieldSpec } from '../../../ui/field.tsx'
import { useOffline } from '../../../ui/offline.tsx'
import { useTitle } from '../../../ui/title.ts'

const texts: Texts<{ reason: string }> = {
  en: { reason: 'A test, from the dashboard.' },
  ro: { reason: 'Un test, din panou.' },
}

type TryProps<Result> = {
  title: string
  about: ReactNode
  fields: readonly (FieldSpec & { first?: string })[]
  submit: string
  whyNot?: string | undefined
  run(values: Readonly<Record<string, string>>): Promise<Result>
  shown(result: Result): ReactNode
}

/** A page that tries something and shows what came of it. The reason for the audit is always the same. */
export function TryPage<Result>({ title, about, fields, submit, run, shown, ...props }: TryProps<Result>) {
  const t = useTexts(texts)
  useTitle(title)
  const offline = useOffline()
  const whyNot = props.whyNot ?? offline
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, first, options }) => [name, first ?? options?.[0]?.value ?? ''])),
  )
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => run({ ...values, reason: t.reason }) })
  const problems = error instanceof ApiError ? error.fields : {}
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p className="soft">{about}</p>
      <form
        className="panel"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending && whyNot === undefined) mutate()
        }}
      >
        {fields.map(({ first: _, ...field }) => (
          <Field
            key={field.name}
            {...field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            problem={problems[field.name]}
          />
        ))}
        <div className="buttons">
          <Button type="submit" look="main" isPending={isPending} whyNot={whyNot}>
            {submit}
          </Button>
        </div>
      </form>
      {error && (
        <div className="notice bad" role="alert">
          <span>{error.message}</span>
        </div>
      )}
      {data && shown(data)}
    </div>
  )
}
