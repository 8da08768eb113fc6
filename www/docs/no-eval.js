// Keeps zod, which Scalar uses, from trying to compile code, which the page's security policy forbids.
import { config } from "zod";

config({ jitless: true });
