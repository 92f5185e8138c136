import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ApiError } from '../api/client.ts'
import { session, signOnAddress } from '../api/session.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { base } from './link.tsx'
import { ProofForm } from './proof-form.tsx'
import { ErrorPanel, Loading } from './states.tsx'

const texts = {
  en: {
    title: 'Is it still you?',
    about: 'This needs a fresh proof. It counts for five minutes.',
    signOn: (name: string) => `Confirm with ${name}`,
    signOnAbout: 'You come back to this page; then repeat what you were about to do.',
    none: 'There is nothing here to prove it with. Log out and in again, and repeat this within five minutes.',
  },
  ro: {
    title: 'Tot tu ești?',
    about: 'Este nevoie de o confirmare nouă. Este valabilă cinci minute.',
    signOn: (name: string) => `Confirmă cu ${name}`,
    signOnAbout: 'Te întorci la această pagină; apoi repetă ce voiai să faci.',
    none: 'Nu ai aici cu ce confirma. Ieși din cont, intră din nou și repetă în cinci minute.',
  },
} satisfies Texts<unknown>

/** Whether the server asks for a fresh proof that the person is there before it does this. */
export const isProofMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal.reason === 'proof_required'

/** Asks for the proof in place, and lets what was refused go on. */
export function Prove({ onProven }: { onProven: () => void }) {
  const t = useTexts(texts)
  const id = useId()
  const { data, error, refetch } = useQuery({
    // Each proof has a challenge of its own.
    queryKey: ['proof', id],
    queryFn: () => session.waysToProve(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const { data: options } = useQuery({ queryKey: ['login-options'], queryFn: () => session.options() })
  const provider = options?.singleSignOn
  const isPossible = data && (data.password || data.totp || data.recoveryCode || data.passkey)
  return (
    <section className="stack" aria-label={t.title}>
      <div>
        <h3>{t.title}</h3>
        <p className="soft">{t.about}</p>
      </div>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : !data && <Loading lines={2} />}
      {data &&
        (isPossible ? (
          <ProofForm ways={data} prove={(shown) => session.prove(shown).then(onProven)} />
        ) : (
          provider === undefined && <p className="notice wait">{t.none}</p>
        ))}
      {provider !== undefined && (
        <div>
          <a className="button" href={signOnAddress(location.pathname.slice(base.length), { again: true })}>
            {t.signOn(provider)}
          </a>
          <p className="hint soft">{t.signOnAbout}</p>
        </div>
      )}
    </section>
  )
}
