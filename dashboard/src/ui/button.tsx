import type { ReactNode } from 'react'
import { Button as AriaButton, Tooltip, TooltipTrigger } from 'react-aria-components'

type Look = 'main' | 'danger' | 'quiet' | undefined

export type ButtonProps = {
  children: ReactNode
  onPress?: () => void
  /** Called in place of `onPress` while `whyNot` is there. */
  onRefused?: (() => void) | undefined
  look?: Look
  type?: 'button' | 'submit'
  /** Why it cannot be used now: it stays where it is, can be reached, and says so. */
  whyNot?: string | undefined
  isPending?: boolean
  label?: string
  /** The key that does the same, as `aria-keyshortcuts` has it. */
  shortcut?: string
  className?: string
}

/** The button of React Aria leaves this attribute out of what it passes on. */
function sayShortcut(element: HTMLButtonElement | null, shortcut: string | undefined): void {
  if (shortcut === undefined) element?.removeAttribute('aria-keyshortcuts')
  else element?.setAttribute('aria-keyshortcuts', shortcut)
}

export function Button({
  children,
  onPress,
  onRefused,
  look,
  type = 'button',
  whyNot,
  label,
  shortcut,
  ...rest
}: ButtonProps) {
  const hint = whyNot ?? (shortcut && `${shortcut}`)
  const button = (
    <AriaButton
      type={type}
      className={`button ${look ?? ''} ${rest.className ?? ''}`}
      isPending={rest.isPending ?? false}
      {...(label !== undefined && { 'aria-label': label })}
      {...(whyNot !== undefined && { 'aria-disabled': true })}
      ref={(element) => sayShortcut(element, shortcut)}
      onPress={() => (whyNot === undefined ? onPress?.() : onRefused?.())}
    >
      {children}
    </AriaButton>
  )
  if (hint === undefined) return button
  return (
    <TooltipTrigger delay={300}>
      {button}
      <Tooltip className="popover">{hint}</Tooltip>
    </TooltipTrigger>
  )
}
