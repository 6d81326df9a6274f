const questions = [
  {
    question: 'May I play on a keyboard?',
    answer:
      'No, keyboard scores are not allowed: scores are for feet on panels. Please delete those that slipped in; administrators may wipe the scores of a player with too many of them.',
  },
  {
    question: 'A score did not arrive. What now?',
    answer:
      'Check the connection of the machine you played on. The module keeps what it could not send and sends it again by itself; its title screen and evaluation screen say how many plays wait, and why. Check my setup, above, shows whether the game reaches this site. A module of somebody else may not send again.',
  },
  {
    question: 'Which plays are sent?',
    answer:
      'Those of a profile with a key, in the game type dance, passed or failed; of a course, each of its songs. Guests, casual mode and autoplay are not; the evaluation screen says why.',
  },
  {
    question: 'Can I enter a score by hand?',
    answer: 'No, manual submissions do not exist: a score counts by the steps that the game recorded.',
  },
  {
    question: 'Can a score be counted twice?',
    answer: 'No. The same play sent again, however often, stays one play.',
  },
  {
    question: 'What if the site is down when an event ends?',
    answer: 'Event deadlines may be extended after outages.',
  },
] as const

export function FaqSection() {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq">FAQ</h2>
      {questions.map(({ question, answer }) => (
        <div key={question}>
          <h3>{question}</h3>
          <p className="!mt-1">{answer}</p>
        </div>
      ))}
    </section>
  )
}
