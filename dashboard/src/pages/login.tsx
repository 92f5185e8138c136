import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '../api/client.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useTitle } from '../ui/title.ts'

const texts: Texts<{ title: string; about: string; email: string; password: string; submit: string }> = {
  en: {
    title: 'Log in',
    about: 'Florin dashboard',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Log in',
  },
  ro: {
    title: 'Intră în cont',
    about: 'Panoul Florin',
    email: 'Adresa de e-mail',
    password: 'Parola',
    submit: 'Intră în cont',
  },
}

/** Shown in place of the page that was asked for, which appears once the person is known. */
export function LoginPage() {
  const t = useTexts(texts)
  useTitle(t.title)
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => session.logIn(email, password),
    onSuccess: () => queries.resetQueries(),
  })
  return (
    <main className="alone">
      <div className="panel">
        <div>
          <h1>{t.title}</h1>
          <p className="soft">{t.about}</p>
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            mutate()
          }}
        >
          <Field
            name="email"
            label={t.email}
            kind="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            isRequired
            autoFocus
          />
          <Field
            name="password"
            label={t.password}
            kind="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            isRequired
          />
          {error && (
            <div className="notice bad" role="alert">
              {error.message}
            </div>
          )}
          <Button type="submit" look="main" isPending={isPending}>
            {t.submit}
          </Button>
        </form>
      </div>
    </main>
  )
}
