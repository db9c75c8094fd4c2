const digest = '5687186c8090df0f6420321891f9c53a';

/** One failure and the three places of its digest: the illustration of the home page, drawn as the screens are. */
export function ReferenceIllustration() {
  return (
    <figure className="places" aria-labelledby="places">
      <figcaption id="places">One failure, and its reference in three places</figcaption>
      <ol>
        <Place
          title="On your screen"
          text="You read what happened, never a blank page, and a reference that you can quote."
          alt="A screen that says: something went wrong. The reference is below it."
          reference={`Digest: ${digest}`}
        >
          <p className="drawn-title">Something went wrong</p>
          <p>This is the site’s fault, not yours.</p>
        </Place>
        <Place
          title="In the site’s log"
          text="The people who run this site search for the reference and find one line."
          alt="A line of a log that says: request failed. It has the same reference."
          reference={`"digest": "${digest}"`}
        >
          <p>
            <code>{'{"level":"error", "msg":"request failed", "method":"GET", "path":"/",'}</code>
          </p>
        </Place>
        <Place
          title="In the report"
          text="The developer who fixes it opens the report of exactly what happened to you."
          alt="A report of an error, with the line of the program that failed. Its name is the same reference."
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

type PlaceProps = { title: string; text: string; alt: string; reference: string; children: React.ReactNode };

/** `alt` describes the drawing. */
function Place({ title, text, alt, reference, children }: PlaceProps) {
  return (
    <li>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="drawing" role="img" aria-label={alt}>
        {children}
        <p className="reference">
          <code>{reference}</code>
        </p>
      </div>
    </li>
  );
}
