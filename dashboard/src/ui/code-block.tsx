/** Text as it was sent or made, in its own lines. A long one scrolls within itself, so the keyboard must reach it. */
export const CodeBlock = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <pre tabIndex={0}>{text}</pre>
)
