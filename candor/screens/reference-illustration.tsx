import { ReferenceLine } from './reference-line';

const digest = '5687186c8090df0f6420321891f9c53a';

/** One failure, and where its digest is found: the picture of the home page, made of what the screens are made of. */
export function ThreePlaces() {
  return (
    <figure className="places" aria-labelledby="places">
      <figcaption id="places">One failure, and its reference in three places</figcaption>
      <ol>
        <Place
          title="On your screen"
          text="You read what happened, never a blank page, and a reference that you can quote."
          drawn="A screen that says: something went wrong. Under it stands the reference."
          reference={`Digest: ${digest}`}
        >
          <p className="drawn-title">Something went wrong</p>
          <p>This is the site’s fault, not yours.</p>
        </Place>
        <Place
          title="In the site’s log"
          text="Whoever runs this site looks for the reference, and finds one line."
          drawn="A line of a log that says: request failed. It holds the same reference."
          reference={`"digest": "${digest}"`}
        >
          <p>
            <code>{'{"level":"error", "msg":"request failed", "method":"GET", "path":"/",'}</code>
          </p>
        </Place>
        <Place
          title="In the report"
          text="Whoever mends it opens the report of just what happened to you."
          drawn="A report of an error, with the line of the program that failed. Its name is the same reference."
          reference={`Event: ${digest}`}
        >
          <p className="drawn-title">Error</p>
          <p>
            <code>at Page (app/page.tsx:12:9)</code>
          </p>
        </Place>
      </ol>
    </figure>
  );
}

type PlaceProps = { title: string; text: string; drawn: string; reference: string; children: React.ReactNode };

/** `drawn` says in words what is drawn. */
function Place({ title, text, drawn, reference, children }: PlaceProps) {
  return (
    <li>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="drawing" role="img" aria-label={drawn}>
        {children}
        <ReferenceLine text={reference} />
      </div>
    </li>
  );
}
