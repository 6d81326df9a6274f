import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { type ScoresTab, scoresTabs } from './scores-tab.ts'

const labels: Readonly<Record<ScoresTab, string>> = { recent: 'Recent', best: 'Best', firsts: 'Firsts' }

export function Tabs({ value, onChange }: { value: ScoresTab; onChange: (tab: ScoresTab) => void }) {
  return (
    <RadioButtons
      label="List"
      className="lb tabs tab-row"
      value={value}
      onChange={onChange}
      choices={scoresTabs.map((tab) => ({ value: tab, className: 'plain', content: labels[tab] }))}
    />
  )
}
