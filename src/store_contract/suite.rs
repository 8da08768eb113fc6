//! The list of the tests, and how a store runs them.

/// Runs every test in the calling crate, in a module with the name of its file. `open` is an async function. It returns
/// a value that must live as long as the store, such as its folder, and an `Arc` of a new, empty store.
#[macro_export]
macro_rules! suite {
    ($open:ident) => {
        $crate::each_test! { $open
            attempts {
                an_attempt_counts_once_an_engine_may_have_it,
                a_change_that_is_repeated_changes_nothing,
                a_lost_run_waits_again_and_its_attempt_stays_counted,
                an_attempt_that_was_given_up_changes_nothing,
                an_engine_may_choose_the_id_of_an_attempt,
                a_run_is_claimed_once,
                only_the_holder_of_an_attempt_writes_about_it,
                what_an_engine_leaves_out_belongs_to_its_attempt,
            }
            audit {
                only_a_change_that_is_made_has_a_line,
                a_deployed_workflow_is_logged_with_its_version_and_a_file_of_the_folder_is_not,
                lines_are_filtered_from_last_to_first,
                lines_from_before_a_time_are_removed,
            }
            deliveries {
                each_change_of_a_state_adds_a_delivery_for_each_target_that_wants_it,
                a_run_that_starts_again_is_reported_again,
                only_the_first_delivery_of_a_run_and_target_is_due,
                a_receiver_that_wants_no_more_switches_its_webhook_off,
                a_removed_webhook_and_a_revoked_key_leave_nothing_pending,
                old_deliveries_are_forgotten_by_their_state,
                a_new_delivery_is_announced,
                the_start_of_a_run_that_nobody_has_seen_is_reported_before_its_end,
                the_body_of_a_delivery_stays_for_all_its_attempts,
                deliveries_are_sent_again_as_new_ones,
                deliveries_are_listed_page_by_page_as_the_filter_says,
            }
            delivery_lanes {
                what_is_in_flight_is_not_due_and_limits_hold,
                a_key_without_room_hides_no_other,
                a_lane_that_fails_is_slowed_down_and_recovers_at_once,
                what_has_waited_for_a_day_in_a_dead_lane_is_given_up_with_it,
            }
            events {
                every_change_is_reported_with_what_has_changed,
                a_follower_gets_the_last_event,
                the_last_event_is_at_least_that_of_every_change_that_has_returned,
                the_runs_that_engines_execute_are_those_that_run,
                the_other_ends_are_reported_with_their_reason,
                a_change_that_fails_or_changes_nothing_reports_nothing,
                events_of_removed_runs_and_old_ones_are_gone_and_ids_never_come_again,
                open_runs_are_listed_page_by_page_as_the_filter_says,
                the_start_of_a_run_that_nobody_has_seen_is_reported_before_its_end,
                a_late_result_of_an_attempt_that_was_given_up_starts_nothing,
            }
            keys {
                there_are_only_as_many_keys_as_there_may_be_even_at_the_same_time,
                a_key_is_kept_as_it_was_added_and_changed,
                the_last_use_of_a_key_is_noted,
                of_first_keys_only_the_current_one_is_remembered,
                a_removed_key_leaves_no_share_and_no_webhook,
            }
            monitoring {
                each_change_is_counted_once,
                the_times_of_a_run_are_those_that_it_has,
                figures_are_those_of_this_moment,
                deliveries_and_failing_receivers_are_counted,
            }
            pages {
                a_page_holds_its_runs_and_the_total_count,
                a_page_has_only_the_runs_of_its_filter,
                a_page_ends_before_it_is_too_large_but_has_a_run,
                a_page_leaves_out_workflows_and_shortens_large_inputs_and_long_errors,
                a_page_is_sorted_as_asked_for,
            }
            recent_runs {
                runs_of_the_window_are_read_with_their_times_and_the_start_of_their_error,
                runs_that_have_not_ended_are_read_whenever_they_were_accepted,
                no_more_runs_of_the_window_are_read_than_asked_for,
            }
            removals {
                only_runs_that_have_ended_are_removed_and_by_whom_is_logged,
                a_removal_goes_on_until_nothing_is_left_of_the_run,
                the_runs_of_a_group_are_found_by_whether_they_have_ended,
            }
            retention {
                totals_follow_every_change_of_runs,
                the_oldest_are_removed_until_few_and_small_enough_ones_are_left,
                those_that_ended_before_a_time_are_removed,
                shared_runs_neither_count_nor_go_until_their_links_are_removed,
                a_size_that_is_measured_later_replaces_the_one_before,
            }
            runs {
                a_run_that_has_ended_never_changes,
                the_engine_s_start_time_is_stored_in_milliseconds,
                a_start_by_a_wrong_clock_is_between_the_submission_and_the_end,
                a_run_is_kept_as_it_was_submitted,
                a_run_has_what_its_engine_has_made,
                runs_that_have_not_ended_are_found_oldest_first,
            }
            settings {
                a_secret_stays_the_same_and_others_differ,
                embedded_engines_that_have_ended_make_room_for_those_that_start,
                a_changed_engine_leaves_the_others_and_keeps_its_place,
                what_is_learned_replaces_only_what_was_known_of_the_same,
                the_time_is_the_one_that_was_noted,
                upkeep_changes_nothing_that_is_kept,
                withdrawals_are_kept_until_the_instance_no_longer_has_the_attempt,
            }
            shares {
                a_revoked_key_shares_nothing,
                a_share_is_found_until_it_is_removed,
                a_key_has_only_as_many_shares_as_it_may_even_at_the_same_time,
            }
            submissions {
                a_repeated_submission_returns_the_first_run,
                changes_at_the_same_time_fail_on_their_own,
                of_equal_submissions_at_the_same_time_one_is_stored,
                an_idempotency_key_is_free_again_when_its_run_is_removed,
            }
            usage {
                runs_and_their_time_are_counted_by_key_workflow_and_day,
                the_bytes_of_runs_count_as_long_as_they_are_kept,
                a_key_starts_only_as_many_runs_a_day_as_it_may_even_at_the_same_time,
            }
            versions {
                a_version_is_added_unless_the_last_one_is_equal,
                saves_of_a_file_in_a_row_are_one_version_until_a_run_has_used_it,
                old_versions_are_forgotten_unless_a_run_has_used_them,
                a_deleted_workflow_keeps_its_versions_and_comes_back_with_a_new_one,
                the_digest_of_a_file_is_the_last_one_that_was_noted,
            }
            webhooks {
                a_webhook_with_the_same_url_gets_the_new_events,
                a_key_has_only_as_many_webhooks_as_it_may_even_at_the_same_time,
                a_new_secret_replaces_the_one_before_only_if_it_should,
            }
        }
    };
}

/// Makes a test of each name.
#[doc(hidden)]
#[macro_export]
macro_rules! each_test {
    ($open:ident $($file:ident { $($test:ident,)+ })+) => {
        $(
            mod $file {
                $(
                    #[tokio::test]
                    async fn $test() {
                        let (_kept, store) = super::$open().await;
                        $crate::$file::$test(&*store).await;
                    }
                )+
            }
        )+
    };
}
