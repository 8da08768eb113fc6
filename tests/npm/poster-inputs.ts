// Written by `npx flowdeck types`; run it again after the workflow changes.

/** The inputs of the workflow in poster.json. */
export interface PosterInputs {
  /**
   * Title
   *
   * Drawn large.
   * In capitals.
   * At most 40 characters.
   */
  title: string;

  /** @defaultValue "one\ntwo" */
  caption?: string | null;

  /**
   * A whole number from 0 to 9.
   *
   * @defaultValue 7
   */
  seed?: number | bigint | string | null;

  /**
   * A number from 0.5 to 10 in steps of 0.5.
   *
   * @defaultValue 1
   */
  softness?: number | bigint | string | null;

  /** @defaultValue true */
  outline?: boolean | null;

  /** @defaultValue "top" */
  position?: "top" | "bottom" | null;

  /** A file: image/*. */
  photo: Blob;
}
