/**
 * Why an action that somebody has tried cannot be done, beside it: a key has no place to hover over, and neither has a
 * finger. The line is there before it says anything, so that screen readers announce what comes into it.
 */
export function WhyNotLine({ of: refused }: { of: { label: string; whyNot?: string | undefined } | undefined }) {
  return (
    <span className="refused" role="status">
      {refused?.whyNot !== undefined && `${refused.label}: ${refused.whyNot}`}
    </span>
  )
}
