import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PasskeyStopped, passkeysAreOff, signWithPasskey } from '../api/passkeys.ts'
import { session, signOnAddress, type Ways } from '../api/session.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { base } from '../ui/link.tsx'
import { ProofForm } from '../ui/proof-form.tsx'
import { useTitle } from '../ui/title.ts'

const texts = {
  en: {
    title: 'Log in',
    about: 'Florin dashboard',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Log in',
    passkey: 'Use a passkey',
    stopped: 'The passkey was not used. Try again, or type your password.',
    or: 'or with your password',
    signOn: (name: string) => `Log in with ${name}`,
    refused: {
      sign_on_down: 'The provider does not respond. Try again in a minute.',
      sign_on_failed: 'The provider did not confirm who you are. Begin again.',
      email_not_verified: 'The provider has not verified your e-mail address.',
      unknown_person: 'Nobody with your e-mail address works here. Ask an owner to add you.',
      challenge_over: 'This took too long, or was done already. Begin again.',
    },
    second: 'Second step',
    secondAbout: 'Your password was right. Now show that it is you.',
    back: 'Begin again',
  },
  ro: {
    title: 'Intră în cont',
    about: 'Panoul Florin',
    email: 'Adresa de e-mail',
    password: 'Parola',
    submit: 'Intră în cont',
    passkey: 'Folosește o cheie de acces',
    stopped: 'Cheia de acces nu a fost folosită. Încearcă din nou sau scrie parola.',
    or: 'sau cu parola',
    signOn: (name: string) => `Intră cu ${name}`,
    refused: {
      sign_on_down: 'Furnizorul nu răspunde. Încearcă din nou peste un minut.',
      sign_on_failed: 'Furnizorul nu a confirmat cine ești. Ia-o de la început.',
      email_not_verified: 'Furnizorul nu ți-a verificat adresa de e-mail.',
      unknown_person: 'Nimeni cu adresa ta de e-mail nu lucrează aici. Cere unui proprietar să te adauge.',
      challenge_over: 'A durat prea mult sau s-a făcut deja. Ia-o de la început.',
    },
    second: 'Pasul al doilea',
    secondAbout: 'Parola este bună. Acum arată că ești tu.',
    back: 'Ia-o de la început',
  },
} satisfies Texts<unknown>

/** Shown in place of the page that was asked for, or on top of it when the session has ended: then it is said what follows. */
export function LoginPage({ onDone }: { onDone?: () => void }) {
  const queries = useQueryClient()
  const [ways, setWays] = useState<Ways>()
  const enter = onDone ?? (() => void queries.resetQueries())
  if (ways) return <SecondStep ways={ways} onDone={enter} onBack={() => setWays(undefined)} />
  return <FirstStep onWays={setWays} onDone={enter} />
}

function Alone({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  useTitle(title)
  return (
    <main className="alone">
      <div className="panel">
        <div>
          <h1>{title}</h1>
          <p className="soft">{about}</p>
        </div>
        {children}
      </div>
    </main>
  )
}

function FirstStep({ onWays, onDone }: { onWays(ways: Ways): void; onDone(): void }) {
  const t = useTexts(texts)
  const { data: options } = useQuery({ queryKey: ['login-options'], queryFn: () => session.options() })
  const signing = useMutation({
    mutationFn: async () => session.logInByPasskey(await signWithPasskey(await session.passkeyOptions())),
    onSuccess: onDone,
  })
  const hasPassword = options?.password ?? true
  const refused = useRefusal()
  const hasPasskeys = hasPassword && passkeysAreOff() === undefined
  return (
    <Alone title={t.title} about={t.about}>
      {refused && (
        <div className="notice bad" role="alert">
          {refused}
        </div>
      )}
      {options?.singleSignOn !== undefined && (
        <a className="button main" href={signOnAddress(location.pathname.slice(base.length))}>
          {t.signOn(options.singleSignOn)}
        </a>
      )}
      {hasPasskeys && (
        <Button onPress={() => signing.mutate()} isPending={signing.isPending}>
          <KeyRound size={16} aria-hidden /> {t.passkey}
        </Button>
      )}
      {signing.error && (
        <div className="notice bad" role="alert">
          {signing.error instanceof PasskeyStopped ? t.stopped : signing.error.message}
        </div>
      )}
      {hasPasskeys && <p className="soft">{t.or}</p>}
      {hasPassword && <PasswordForm onWays={onWays} onDone={onDone} />}
    </Alone>
  )
}

/** Why single sign-on led back here, in words. */
function useRefusal(): string | undefined {
  const t = useTexts(texts)
  const reason = new URLSearchParams(location.search).get('sign-on')
  return reason === null ? undefined : (t.refused[reason as keyof typeof t.refused] ?? t.refused.sign_on_failed)
}

function PasswordForm({ onWays, onDone }: { onWays(ways: Ways): void; onDone(): void }) {
  const t = useTexts(texts)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => session.logIn(email, password),
    onSuccess: (ways) => (ways ? onWays(ways) : onDone()),
  })
  return (
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
  )
}

function SecondStep({ ways, onDone, onBack }: { ways: Ways; onDone(): void; onBack(): void }) {
  const t = useTexts(texts)
  return (
    <Alone title={t.second} about={t.secondAbout}>
      <ProofForm ways={ways} prove={(shown) => session.secondStep(shown).then(onDone)} />
      <Button look="quiet" onPress={onBack}>
        {t.back}
      </Button>
    </Alone>
  )
}
