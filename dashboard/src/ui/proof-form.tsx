import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { PasskeyStopped, passkeysAreOff, signWithPasskey } from '../api/passkeys.ts'
import type { Shown, Ways } from '../api/session.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Field, type FieldSpec } from './field.tsx'

const texts = {
  en: {
    passkey: 'Use a passkey',
    stopped: 'The passkey was not used. Try again, or choose another way.',
    typed: {
      totp: 'Code from your app',
      password: 'Password',
      recoveryCode: 'Recovery code',
    },
    instead: {
      totp: 'Use a code from your app',
      password: 'Use your password',
      recoveryCode: 'Use a recovery code',
    },
    hint: {
      totp: 'Six digits; each code works once.',
      password: undefined,
      recoveryCode: 'One of the ten codes that you kept. Each works once.',
    },
    confirm: 'Continue',
  },
  ro: {
    passkey: 'Folosește o cheie de acces',
    stopped: 'Cheia de acces nu a fost folosită. Încearcă din nou sau alege altă cale.',
    typed: {
      totp: 'Codul din aplicație',
      password: 'Parola',
      recoveryCode: 'Cod de recuperare',
    },
    instead: {
      totp: 'Folosește un cod din aplicație',
      password: 'Folosește parola',
      recoveryCode: 'Folosește un cod de recuperare',
    },
    hint: {
      totp: 'Șase cifre; fiecare cod merge o singură dată.',
      password: undefined,
      recoveryCode: 'Unul dintre cele zece coduri păstrate. Fiecare merge o singură dată.',
    },
    confirm: 'Continuă',
  },
} satisfies Texts<unknown>

const typedKinds = ['totp', 'password', 'recoveryCode'] as const
type Typed = (typeof typedKinds)[number]
const nameOf = { totp: 'code', password: 'password', recoveryCode: 'recoveryCode' } as const
const howTyped: Readonly<Record<Typed, Partial<FieldSpec>>> = {
  totp: { autoComplete: 'one-time-code', inputMode: 'numeric' },
  password: { kind: 'password', autoComplete: 'current-password' },
  recoveryCode: { autoComplete: 'off' },
}

/** Asks a person to show who it is, in one of the ways that the server names. */
export function ProofForm({ ways, prove }: { ways: Ways; prove(shown: Shown): Promise<unknown> }) {
  const t = useTexts(texts)
  const kinds = typedKinds.filter((kind) => ways[kind])
  const [chosen, choose] = useState<Typed>()
  const [value, setValue] = useState('')
  const kind = chosen ?? kinds[0]
  const { mutate, error, isPending } = useMutation({ mutationFn: prove })
  const signing = useMutation({
    mutationFn: async () => prove({ passkey: await signWithPasskey(ways.passkey!) }),
  })
  const problem = error instanceof ApiError && kind ? error.fields[nameOf[kind]] : undefined
  const other = (problem ? undefined : error) ?? signing.error
  return (
    <div className="stack">
      {ways.passkey && passkeysAreOff() === undefined && (
        <Button look="main" onPress={() => signing.mutate()} isPending={signing.isPending}>
          <KeyRound size={16} aria-hidden /> {t.passkey}
        </Button>
      )}
      {kind && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!isPending) mutate({ [nameOf[kind]]: value } as Shown)
          }}
        >
          <Field
            key={kind}
            name={nameOf[kind]}
            label={t.typed[kind]}
            hint={t.hint[kind]}
            {...howTyped[kind]}
            value={value}
            onChange={setValue}
            problem={problem}
            isRequired
            autoFocus
          />
          <Button type="submit" look={ways.passkey ? undefined : 'main'} isPending={isPending}>
            {t.confirm}
          </Button>
        </form>
      )}
      {other && (
        <div className="notice bad" role="alert">
          {other instanceof PasskeyStopped ? t.stopped : other.message}
        </div>
      )}
      {kinds
        .filter((one) => one !== kind)
        .map((one) => (
          <Button
            key={one}
            look="quiet"
            onPress={() => {
              choose(one)
              setValue('')
            }}
          >
            {t.instead[one]}
          </Button>
        ))}
    </div>
  )
}
