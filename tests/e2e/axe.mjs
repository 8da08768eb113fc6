// Checks a page against WCAG 2.2 AA, in the light and in the dark theme.
import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Off by default: names contain what is visible, so that people can say it to press it. */
const NAMES = { "label-content-name-mismatch": { enabled: true } };

/** The rules whose result depends on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** The page, or the part that a selector names, has no violations: all of them in one theme, and the colors in both. */
export async function expectAccessible(page, selector) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // Without the passed rules, and in the page itself: both make it quicker.
    if (colorScheme === "light") axe.options({ rules: NAMES, resultTypes: ["violations"] }).withTags(TAGS);
    else axe.options({ resultTypes: ["violations"] }).withRules(COLOR_RULES);
    if (selector) axe.include(selector);
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
    );
    expect(found, `violations in the ${colorScheme} theme`).toEqual([]);
  }
}

/** Waits until colors no longer fade from one theme to the other. */
const settled = (page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
