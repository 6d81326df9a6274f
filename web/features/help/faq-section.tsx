const questions = [
  {
    question: 'Can I play on a keyboard?',
    answer:
      'No, keyboard scores are not allowed. Please delete any that slipped in; administrators may wipe the scores of players with too many of them.',
  },
  {
    question: "My score didn't show up. What can I do?",
    answer:
      'Check the internet connection of the machine you played on. The module keeps unsent plays and retries automatically; its title screen and evaluation screen show how many plays are waiting, and why. “Check my setup” above shows whether the game can reach this site. Other modules may not retry.',
  },
  {
    question: 'Which plays are sent?',
    answer:
      "Plays of a profile with a key, in the game type dance, passed or failed. For courses, each song is sent. Guest plays, casual mode, autoplay and plays with options that add or remove steps, such as No Mines, aren't sent. The song wheel or the start of the song says so and names the option; the evaluation screen says why.",
  },
  {
    question: 'Can I submit a score manually?',
    answer:
      'No, manual submissions do not exist. Scores are calculated from the steps that the game recorded.',
  },
  {
    question: 'Can a score be counted twice?',
    answer: "No. Sending the same play again doesn't add another one.",
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
