import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { session } from '../api/session.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { useTitle } from '../ui/title.ts'

const texts: Texts<{
  title: string
  about: string
  password: string
  hint: string
  submit: string
  done: string
  logIn: string
  noToken: string
}> = {
  en: {
    title: 'Set your password',
    about: 'You were invited to the Florin dashboard. The link works once.',
    password: 'New password',
    hint: 'At least 12 characters. A sentence is easier to remember than a word.',
    submit: 'Set password',
    done: 'Your password is set.',
    logIn: 'Log in',
    noToken: 'This link is not whole. Copy it again from where you received it.',
  },
  ro: {
    title: 'Alege parola',
    about: 'Ai fost invitat în panoul Florin. Linkul merge o singură dată.',
    password: 'Parola nouă',
    hint: 'Cel puțin 12 caractere. O propoziție se ține minte mai ușor decât un cuvânt.',
    submit: 'Alege parola',
    done: 'Parola ta este aleasă.',
    logIn: 'Intră în cont',
    noToken: 'Linkul nu este întreg. Copiază-l din nou de unde l-ai primit.',
  },
}

/** A person who was invited sets a password here. The token stands behind `#`, so that no server sees it in an address. */
export default function JoinPage() {
  const t = useTexts(texts)
  useTitle(t.title)
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => session.join(token, password) })
  const problem = error instanceof ApiError ? error.fields.password : undefined
  return (
    <main className="alone">
      <div className="panel">
        <div>
          <h1>{t.title}</h1>
          <p className="soft">{t.about}</p>
        </div>
        {isSuccess ? (
          <div className="notice good">
            <span>{t.done}</span>
            <Link to="/">{t.logIn}</Link>
          </div>
        ) : token === '' ? (
          <div className="notice bad">{t.noToken}</div>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              mutate()
            }}
          >
            <Field
              name="password"
              label={t.password}
              hint={t.hint}
              kind="password"
              autoComplete="new-password"
              value={password}
              onChange={setPassword}
              problem={problem}
              isRequired
              autoFocus
            />
            {error && !problem && (
              <div className="notice bad" role="alert">
                {error.message}
              </div>
            )}
            <Button type="submit" look="main" isPending={isPending}>
              {t.submit}
            </Button>
          </form>
        )}
      </div>
    </main>
  )
}
