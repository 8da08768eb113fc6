// Stands in for Scalar's assistant, which the reference never opens.
export class Chat {}
