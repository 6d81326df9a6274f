import { MenuPicture } from './menu-picture.tsx'

/** A fresh game has no profile, and its theme doesn't ask for one: how to make one, and to choose it. */
export function ProfileStep() {
  return (
    <>
      <p>
        The game keeps your key in a profile. A fresh game has none: you play as a guest, and nothing is sent.
        If the foot of the song wheel shows your name, you have one, and this step is done.
      </p>
      <ol className="!mt-3 grid gap-4 sm:grid-cols-3">
        <li>
          On the title screen, open <b>Options</b>, then <b>Manage Local Profiles</b>.
          <div className="mt-2">
            <MenuPicture
              title="Options"
              items={['System Options', 'Visual Options', 'Manage Local Profiles', 'Simply Love Options']}
              chosen="Manage Local Profiles"
              label="Options, with Manage Local Profiles chosen"
            />
          </div>
        </li>
        <li>
          Choose <b>Create Profile</b> and type a name on the keyboard. Enter confirms it.
          <div className="mt-2">
            <MenuPicture
              title="Manage Profiles"
              items={['Create Profile', 'Exit']}
              chosen="Create Profile"
              label="Manage Profiles, with Create Profile chosen"
            />
          </div>
        </li>
        <li>
          Choose the new profile, then <b>Set P1</b> if you play on the left, <b>Set P2</b> on the right.
          <div className="mt-2">
            <MenuPicture
              title="Your name"
              items={['Set P1', 'Set P2', 'Edit', 'Rename', 'Delete']}
              chosen="Set P1"
              label="The menu of the profile, with Set P1 chosen"
            />
          </div>
        </li>
      </ol>
      <p>
        Do several people play here? Make a profile for each, and switch on{' '}
        <b>Options → Simply Love Options → Allow Screen Select Profile</b>: the game then asks who plays.
      </p>
    </>
  )
}
