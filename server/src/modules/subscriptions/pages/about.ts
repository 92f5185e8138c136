import { type Html, type HtmlPart, html } from '#kernel/html.ts'
import { say, type Voice } from '#pages'
import type { SubscriptionWords } from '../words/words.ts'
import type { About, StandingShown } from './view.ts'

/** One language as the pages of a subscription speak it. */
export type Speech = { voice: Voice; words: SubscriptionWords; merchant: string }

/** What is subscribed and how it stands: beside or above whatever is asked. */
export function aboutSection(speech: Speech, about: About): Html {
  const { voice, words } = speech
  const title = titleOf(speech, about)
  return html`<section class="order stack" aria-labelledby="subscription">
${about.description && html`<p class="soft">${title}</p>`}
<h1 id="subscription"><bdi>${about.description ?? title}</bdi></h1>
${
  about.every &&
  html`<p class="price">${say(words.price, { amount: voice.money(about.amount), interval: voice.every(about.every) })}</p>`
}
<p class="state ${toneOf(about.standing)}">${words.states[stateOf(about.standing)]}</p>
${sentencesOf(speech, about).map((sentence) => sentence && html`<p>${sentence}</p>`)}
</section>`
}

export const titleOf = ({ words }: Speech, { managed }: About): string => (managed ? words.permission : words.title)

const stateOf = ({ is }: StandingShown) => (is === 'neverBegan' ? 'ended' : is)

const toneOf = ({ is }: StandingShown): string => (is === 'active' ? 'good' : is === 'owing' ? 'bad' : 'plain')

function sentencesOf(speech: Speech, about: About): HtmlPart[] {
  const { voice, words, merchant } = speech
  const { standing } = about
  switch (standing.is) {
    case 'active':
      if (about.managed) return [say(words.chargedWhenAsked, { merchant })]
      return [
        standing.next &&
          say(words.nextOn, { amount: voice.money(standing.next.amount), date: voice.date(standing.next.on) }),
      ]
    case 'owing':
      return [
        say(words.owes, { amount: voice.money(standing.amount), date: voice.date(standing.since) }),
        standing.retry === 'soon' ? words.triesSoon : say(words.triesOn, { date: voice.date(standing.retry) }),
        words.helpOwing,
      ]
    case 'charging':
      return [say(words.charging, { amount: voice.money(standing.amount) })]
    case 'waiting':
      return [words.waiting]
    case 'neverBegan':
      return [words.neverBegan]
    case 'ended':
      return endOf(speech, about, standing)
  }
}

function endOf(
  { voice, words, merchant }: Speech,
  { managed }: About,
  { by, paidUntil }: Extract<StandingShown, { is: 'ended' }>,
): HtmlPart[] {
  const why = { shopper: managed ? words.withdrawnTitle : words.cancelledTitle, ...words.endedBy }[by]
  const sentence = by === 'shopper' ? `${why}.` : say(why, { merchant })
  return [sentence, words.nothingMore, paidUntil && say(words.paidUntil, { date: voice.date(paidUntil) })]
}
