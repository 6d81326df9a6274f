const questions = [
  {
    question: 'May I play on a keyboard?',
    answer:
      'No. Scores are for feet on panels. Please delete keyboard scores that slipped in; administrators may remove all scores of a player with too many of them.',
  },
  {
    question: 'A score did not arrive. What now?',
    answer:
      'Check the connection of the machine you played on, that the key file lies in the profile you played with, and that this site is among the allowed hosts. Scores cannot be entered by hand, and sending a failed one again is not possible yet.',
  },
  {
    question: 'Can a score be counted twice?',
    answer: 'No. The same play sent again, however often, stays one play.',
  },
  {
    question: 'What if the site is down when an event ends?',
    answer: 'Deadlines may be extended after an outage.',
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
