import { useEffect, useState } from 'react'

/** The text once it has not changed for so long. */
export function useRested(text: string, restMs = 150): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text, restMs])
  return rested
}

/**
 * A text of the address while it is being typed: the address says it once the typing rests, which is one step of the
 * browser's history. Who goes back sees what the address says then.
 */
export function useTyped(
  inAddress: string,
  push: (text: string) => void,
  restMs = 400,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState({ text: inAddress, over: inAddress })
  const text = typed.over === inAddress ? typed.text : inAddress
  useEffect(() => {
    if (text === inAddress) return
    const timer = setTimeout(() => push(text), restMs)
    return () => clearTimeout(timer)
  }, [text, inAddress, push, restMs])
  return [text, (next) => setTyped({ text: next, over: inAddress })]
}
