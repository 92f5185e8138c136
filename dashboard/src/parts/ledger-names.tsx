import { useTexts } from '../i18n/language.tsx'
import { familyOf, familyWords, recipeWords } from './ledger-words.ts'

/** What an entry books, in words, with the name of its recipe beside it. */
export function RecipeName({ of }: { of: string }) {
  const words = useTexts(recipeWords)
  const word = words[of]
  return word === undefined ? (
    <code>{of}</code>
  ) : (
    <>
      {word} <code className="meta">{of}</code>
    </>
  )
}

/** What an account holds, in words, with its name beside it. */
export function AccountName({ of }: { of: string }) {
  const words = useTexts(familyWords)
  const word = words[familyOf(of)]
  return (
    <>
      {word}
      <div className="meta">
        <code>{of}</code>
      </div>
    </>
  )
}
