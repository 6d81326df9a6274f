import { keyFile, keyFileName } from '@stepledger/contracts/key-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'

export function NewKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  return (
    <section className="pad border-b border-line" aria-labelledby="new-key">
      <h3 id="new-key" className="font-bold">
        Your new API key
      </h3>
      <p className="mute mt-1 max-w-prose">
        This is the only time the whole key is shown. Keep it to yourself: anyone who has it can send scores
        in your name.
      </p>
      <p className="mt-3 rounded-[2px] border border-line bg-(--well) px-3 py-2.5 font-mono text-lg break-all">
        {apiKey}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          variant="primary"
          onClick={() => saveFile(keyFileName, keyFile(apiKey, window.location.origin))}
        >
          <Icon name="download" /> Download {keyFileName}
        </Button>
        <CopyButton text={apiKey} label="Copy key" withLabel />
        <Button size="small" variant="ghost" onClick={onDone}>
          Done
        </Button>
      </div>
      <p className="mute mt-3 max-w-prose text-sm">
        Put the file in your profile's folder inside the game's Save folder. Your browser may warn about
        plain-text files; this one only contains the key and this site's address.
      </p>
    </section>
  )
}
